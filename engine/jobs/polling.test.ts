import { expect, it } from 'vitest'
import { answered } from '../history/handwritten-for-tests.ts'
import type { Client } from '../http/client.ts'
import { requestTo } from '../http/requests.ts'
import { shows, target } from './jobs-for-tests.ts'
import { MOST_FAILED_POLLS, MOST_TIME_MS, pollToCompletion, timeToFinish } from './polling.ts'

async function polled(record: (poll: number) => { status: number; body?: unknown }) {
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
  const isFinal = await pollToCompletion(polling, { request, purpose: { by: 'jobs', part: 'poll' } })
  return { polls, isFinal }
}

it('polls a job until it is final, in spite of single failures', async () => {
  const flaky = (poll: number) => (poll % 3 === 0 ? shows(poll < 30 ? 'running' : 'failed') : { status: 503 })
  expect(await polled(flaky)).toEqual({ polls: 30, isFinal: true })
})

it.each([
  ['an unknown status', shows('baking')],
  ['404', { status: 404 }],
])('stops after three polls in a row with %s', async (_, answer) => {
  expect(await polled((poll) => (poll === 3 ? shows('queued') : answer))).toEqual({
    polls: 3 + MOST_FAILED_POLLS,
    isFinal: false,
  })
})

it('allows as much time as other jobs took, between 30 seconds and 5 minutes', () => {
  const tookMs = (ms: number) => ({ polls: [answered(200, { at: 1000 })], final: answered(200, { at: 1000 + ms }) })
  const most = MOST_TIME_MS
  expect([1, most - 1, most + 1].map((ms) => timeToFinish([tookMs(ms)]))).toEqual([30_000, most - 1, most])
})
