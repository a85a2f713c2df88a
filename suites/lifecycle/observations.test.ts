import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isObservation } from '../../engine/judge/check.ts'
import { answered, polled, see } from '../../engine/judge/handwritten-for-tests.ts'
import { lifecycle } from './index.ts'

const OWN = 'https://server.test/files/1'
const queued = { status: 'queued' }
const running = { status: 'running', stage: 'generating' }
const ended = (url = OWN) => ({ status: 'succeeded', url })
const life = (job: number, ...records: object[]) => records.map((record) => polled(record, { job }))

type Case = { history: Exchange[]; choice: string }

const CASES: Record<string, Case> = {
  'jobs.first-status': { history: life(1, queued, running), choice: 'queued' },
  'jobs.order-of-states': {
    history: life(1, queued, queued, running, ended(), ended()),
    choice: 'queued → running (generating)',
  },
  'jobs.polls-to-the-end': { history: life(1, queued, queued, ended(), ended()), choice: '3 polls' },
  'jobs.url-anew-on-each-read': { history: life(1, ended(), ended()), choice: 'the same url on each poll' },
  'jobs.stage-while-queued': { history: life(1, queued), choice: 'a queued job has no stage' },
  'jobs.fields-where-not-required': {
    history: life(1, { ...running, url: null }, { ...ended(), stage: 'enhancing' }),
    choice: 'running: url null, succeeded: stage',
  },
  'jobs.extra-fields': {
    history: life(1, { id: 'job-1', ...queued, progress: 0, eta: 9 }),
    choice: 'queued: eta progress',
  },
  'jobs.url-host': { history: life(1, ended()), choice: "the server's own host, with https" },
  'polls.limited': { history: life(1, queued), choice: 'poll responses have no Retry-After' },
}

it('has a history for every observation of the suite', () => {
  expect(Object.keys(CASES)).toEqual(lifecycle.checks.filter(isObservation).map((check) => check.id))
})

describe.each(Object.entries(CASES))('%s', (id, { history, choice }) => {
  const check = lifecycle.checks.find((each) => each.id === id)!

  it('names the choice of the server', () => {
    expect(see(check, history)).toMatchObject({ choice })
  })

  it('names none where no poll of an own job was answered', () => {
    const poll = { part: 'poll', job: 1, polled: 'job-1' } as const
    const history = [
      answered(200),
      answered(200, { body: ended() }),
      polled(queued, { key: 'U' }),
      polled(queued, { part: 'probe', key: 'B' }),
      polled(queued, { part: 'observation' }),
      answered(404, { ...poll, key: 'B', owner: 'A' }),
      answered(503, poll),
    ]
    expect(see(check, history)).toBeUndefined()
  })
})

it('compares the orders of states without the final one', () => {
  const check = lifecycle.checks.find(({ id }) => id === 'jobs.order-of-states')!
  const failed = { status: 'failed', error: { code: 'x', message: 'y' } }
  const seen = see(check, [
    ...life(1, queued, running, ended()),
    ...life(2, queued, running, failed),
    ...life(3, failed),
  ])
  expect(seen).toMatchObject({ choice: 'queued → running (generating)' })
  expect(seen).not.toHaveProperty('inconsistent')
})
