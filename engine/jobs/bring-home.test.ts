import { expect, it } from 'vitest'
import { answered } from '../history/handwritten-for-tests.ts'
import type { Client } from '../http/client.ts'
import { requestTo } from '../http/requests.ts'
import { bringHome, MOST_FAILED_POLLS, MOST_TIME_MS, timeToComeHome } from './bring-home.ts'
import { shows, target } from './jobs-for-tests.ts'

/** How a job is brought home that answers its polls so, and how many that takes. */
async function broughtHome(record: (poll: number) => { status: number; body?: unknown }) {
  let polls = 0
  const client = {
    async ask() {
      const { status, body } = record(++polls)
      return answered(status, { body })
    },
    wait: async () => undefined,
  } as unknown as Client
  const request = requestTo(target, 'GET /videos/{id}', { key: 'A', id: 'job-1' })
  const polling = { client, intervalMs: 1, until: AbortSignal.timeout(10_000) }
  const isFinal = await bringHome(polling, { request, purpose: { by: 'jobs', part: 'poll' } })
  return { polls, isFinal }
}

it('polls a job until it is final, whatever comes between', async () => {
  const flaky = (poll: number) => (poll % 3 === 0 ? shows(poll < 30 ? 'running' : 'failed') : { status: 503 })
  expect(await broughtHome(flaky)).toEqual({ polls: 30, isFinal: true })
})

it.each([
  ['it is in a state that nobody knows', shows('baking')],
  ['it is refused', { status: 404 }],
])('leaves it after three answers in a row by which %s', async (_, answer) => {
  expect(await broughtHome((poll) => (poll === 3 ? shows('queued') : answer))).toEqual({
    polls: 3 + MOST_FAILED_POLLS,
    isFinal: false,
  })
})

it('waits for jobs as long as others took, and not for hours', () => {
  const tookMs = (ms: number) => ({ polls: [answered(200, { at: 1000 })], final: answered(200, { at: 1000 + ms }) })
  const most = MOST_TIME_MS
  expect([1, most - 1, most + 1].map((ms) => timeToComeHome([tookMs(ms)]))).toEqual([30_000, most - 1, most])
})
