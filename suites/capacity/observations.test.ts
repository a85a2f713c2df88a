import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isObservation } from '../../engine/judge/check.ts'
import { answered, polled, see } from '../../engine/judge/handwritten-for-tests.ts'
import { capacity } from './index.ts'

const submitted = (status: number, key = 'A') => answered(status, { part: 'submission', posted: '{}', key })
const ended = (job: Exchange, key = 'A') => polled({ status: 'succeeded' }, { job: job.n, key })
const read = (body: unknown, status = 200) =>
  answered(status, { by: 'capacity.reading-moves', part: 'observation', path: '/v1/capacity', body })

/** One reading while a job is unfinished, and the others while none is. */
function readings(busy: unknown, ...atRest: unknown[]): Exchange[] {
  const job = submitted(202)
  return [job, read(busy), ended(job), ...atRest.map((each) => read(each))]
}

/** A job of one account, and another account's submission meanwhile. */
const meanwhile = (status: number, [holder, other]: [string, string]) => [
  submitted(202, holder),
  submitted(status, other),
]

const UNKNOWN = { values: [], untold: expect.any(String) }

type Case = { choice: string; history: Exchange[]; unseen: Exchange[] }

const MOVES = 'it changes with the jobs'
const STAYS = 'it stays the same while jobs are unfinished'
const BY_OTHERS = 'an account without unfinished jobs is refused while another account has some'

const CASES: Record<string, Case> = {
  'capacity.reading-moves': {
    choice: MOVES,
    history: readings({ free: 3 }, { free: 4 }, { free: 4 }),
    unseen: [read({ free: 4 }), read({ free: 4 })],
  },
  'capacity.scope': {
    choice: BY_OTHERS,
    history: meanwhile(429, ['A', 'B']),
    unseen: meanwhile(202, ['A', 'B']),
  },
}

const check = (id: string) => capacity.checks.find((each) => each.id === id)!

it('has a history for every observation of the suite', () => {
  expect(Object.keys(CASES)).toEqual(capacity.checks.filter(isObservation).map(({ id }) => id))
})

describe.each(Object.entries(CASES))('%s', (id, { choice, history, unseen }) => {
  it('names the choice of the server', () => {
    expect(see(check(id), history)).toMatchObject({ choice })
  })

  it('names none if it was not seen', () => {
    expect(see(check(id), unseen)).toMatchObject(UNKNOWN)
    expect(see(check(id), [])).toMatchObject(UNKNOWN)
  })
})

describe('the reading of capacity', () => {
  const choice = (...exchanges: Exchange[]) => see(check('capacity.reading-moves'), exchanges)

  it('ignores values that change by themselves', () => {
    const stamped = (at: number, free: number) => ({ at, free })
    const more = [stamped(2, 4), stamped(3, 4), stamped(4, 4)]
    expect(choice(...readings(stamped(1, 4), ...more))).toMatchObject({ choice: STAYS })
    expect(choice(...readings(stamped(1, 3), ...more))).toMatchObject({ choice: MOVES })
  })

  it('is unknown with one idle read, without a busy one, or if reads fail or are not JSON', () => {
    expect(choice(...readings({ free: 3 }, { free: 4 }))).toMatchObject(UNKNOWN)
    expect(choice(read({ free: 4 }), submitted(429), read({ free: 4 }))).toMatchObject(UNKNOWN)
    const job = submitted(202)
    const lost = [job, read({ free: 3 }, 503), read('<busy>'), ended(job), read({ free: 4 }), read({ free: 4 })]
    expect(choice(...lost)).toMatchObject(UNKNOWN)
  })
})
