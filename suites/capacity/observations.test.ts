import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { isObservation } from '../../runner/judging/check.ts'
import { answered, polled, see } from '../../runner/judging/handwritten-for-tests.ts'
import { capacity } from './index.ts'

const submitted = (status: number, key = 'A') => answered(status, { part: 'submission', posted: '{}', key })
const ended = (job: Exchange, key = 'A') => polled({ status: 'succeeded' }, { job: job.n, key })
const read = (body: unknown, status = 200) =>
  answered(status, { by: 'capacity.reading', part: 'observation', path: '/v1/capacity', body })

/** Read while a job is under way, and twice while none is. */
function readings(busy: unknown, ...atRest: unknown[]): Exchange[] {
  const job = submitted(202)
  return [job, read(busy), ended(job), ...atRest.map((each) => read(each))]
}

/** A job of one account, and what becomes of another's submission meanwhile. */
const meanwhile = (status: number, [holder, other]: [string, string]) => [
  submitted(202, holder),
  submitted(status, other),
]

const UNTOLD = { values: [], untold: expect.any(String) }

type Case = { choice: string; history: Exchange[]; unseen: Exchange[] }

const MOVES = 'it moves with the jobs'
const STAYS = 'it stays the same while jobs are under way'
const BY_OTHERS = 'an account with nothing under way is refused while another has jobs'

const CASES: Record<string, Case> = {
  'capacity.reading': {
    choice: MOVES,
    history: readings({ free: 3 }, { free: 4 }, { free: 4 }),
    unseen: [read({ free: 4 }), read({ free: 4 })],
  },
  'capacity.whose': {
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

  it('names none where it does not show', () => {
    expect(see(check(id), unseen)).toMatchObject(UNTOLD)
    expect(see(check(id), [])).toMatchObject(UNTOLD)
  })
})

describe('the reading of capacity', () => {
  const choice = (...exchanges: Exchange[]) => see(check('capacity.reading'), exchanges)

  it('moves in a single place, wherever that is', () => {
    const shape = (free: number) => ({ regions: [{ name: 'north', free }], plan: 'basic' })
    expect(choice(...readings(shape(1), shape(2), shape(2)))).toMatchObject({ choice: MOVES })
  })

  it('stays the same', () => {
    expect(choice(...readings({ free: 4 }, { free: 4 }, { free: 4 }))).toMatchObject({ choice: STAYS })
    expect(choice(...readings(null, null, null))).toMatchObject({ choice: STAYS })
  })

  it('is not said to move where only that moves which moves by itself', () => {
    const stamped = (at: number, free: number) => ({ at, free })
    const more = [stamped(2, 4), stamped(3, 4), stamped(4, 4)]
    expect(choice(...readings(stamped(1, 4), ...more))).toMatchObject({ choice: STAYS })
    expect(choice(...readings(stamped(1, 3), ...more))).toMatchObject({ choice: MOVES })
  })

  it('cannot be told where it moves at rest as well: jobs of others may move it', () => {
    const before = read({ free: 9 })
    const job = submitted(202)
    const history = [before, job, read({ free: 4 }), ended(job), read({ free: 4 }), read({ free: 4 })]
    expect(choice(...history)).toMatchObject({
      choice: expect.stringContaining('cannot be told: free moved while the run had nothing under way'),
      evidence: [history[0]!.n, history[5]!.n, history[2]!.n],
    })
  })

  it('is at rest only once the last job has ended', () => {
    const [one, other] = [submitted(202), submitted(202)]
    const before = [one, other, read({ free: 2 }), ended(one), read({ free: 3 })]
    expect(choice(...before, read({ free: 3 }))).toMatchObject(UNTOLD)
    expect(choice(...before, ended(other), read({ free: 3 }), read({ free: 3 }))).toMatchObject({ choice: MOVES })
  })

  it('is not known from one read at rest, from none while busy, or from what failed or was no JSON', () => {
    expect(choice(...readings({ free: 3 }, { free: 4 }))).toMatchObject(UNTOLD)
    expect(choice(read({ free: 4 }), submitted(429), read({ free: 4 }))).toMatchObject(UNTOLD)
    const job = submitted(202)
    const lost = [job, read({ free: 3 }, 503), read('<busy>'), ended(job), read({ free: 4 }), read({ free: 4 })]
    expect(choice(...lost)).toMatchObject(UNTOLD)
  })
})

describe('whose capacity it is', () => {
  it('cannot be told where others may have jobs there', () => {
    const history = [submitted(429), ...meanwhile(429, ['A', 'B'])]
    expect(see(check('capacity.whose'), history)).toMatchObject({
      untold: expect.stringContaining('jobs of others may lie there'),
    })
  })

  const choice = (...exchanges: Exchange[]) => see(check('capacity.whose'), exchanges)

  it('shows either way round', () => {
    const history = meanwhile(429, ['B', 'A2'])
    expect(choice(...history)).toMatchObject({ choice: BY_OTHERS, evidence: [history[1]!.n] })
  })

  it('does not show where the account itself has a job under way, with whichever key', () => {
    expect(choice(...meanwhile(429, ['A', 'A2']))).toMatchObject(UNTOLD)
    expect(choice(submitted(202, 'B'), ...meanwhile(429, ['A', 'A']))).toMatchObject(UNTOLD)
  })

  it('does not show where nobody has a job under way', () => {
    expect(choice(submitted(429))).toMatchObject(UNTOLD)
    const job = submitted(202, 'B')
    expect(choice(job, ended(job, 'B'), submitted(429))).toMatchObject(UNTOLD)
  })
})
