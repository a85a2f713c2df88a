import { expect, it } from 'vitest'
import type { Began, Learned } from '../../runner/history/entry/entries.ts'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { succeeded } from '../../runner/history/reading/reading.ts'
import { BIT_DEPTHS, RESOLUTIONS } from '../../spec/words.ts'
import { STORY } from '../model/story.ts'
import { QUIET } from '../quiet/phase.ts'
import { exchangesOf, runAgainst } from '../whole-runs/run-for-tests.ts'
import { bookOf } from './book.ts'
import { OPEN_BODIES } from './open-bodies.ts'
import { pairsIn } from './order-book.ts'
import { ORDERS } from './placing.ts'
import { traitsOf } from './trait.ts'

/** The most that the orders of accepted values may cost, by the fewest that could hold every pair. */
const SHARE = 1.3

/** Each field may be left out, too; of a range there are both ends and what lies between, of ratios three shapes. */
const KINDS = {
  model: 2,
  input: 2,
  resolution: RESOLUTIONS.length + 1,
  duration: 4,
  fps: 4,
  ratio: 4,
  bit_depth: BIT_DEPTHS.length + 1,
}
const [most = 0, second = 0] = Object.values(KINDS).sort((a, b) => b - a)
/** Two fields have that many pairs, and a job holds one of them. */
const bound = most * second

const PACT = 'pact.contract-of-the-reference-client'

/** Whoever pays for jobs beside the orders, and what for. */
const OTHERS: Record<string, string> = {
  introduction: 'to get acquainted',
  [QUIET.name]: 'for advancement and metering, one at a time',
  'submission.twins-are-two': 'for two alike',
  'accounts.foreign-job-is-404': 'of the other account',
  'readings.listed-a-moment-ago': 'of an alias that another read adds',
  [STORY.name]: 'for sequences by chance',
  [PACT]: 'for what the Pact contract submits',
}

const run = await runAgainst({}, { profile: 'full', deadlineMs: 900_000 })
const exchanges = exchangesOf(run)
const jobs = exchanges.filter((each) => each.request.method === 'POST' && succeeded(each))
const paidBy = (by: string) => jobs.filter(({ purpose }) => purpose.by === by)

/** The orders that brought a pair of values which no order before them held. */
function forPairs(orders: readonly Exchange[]): Exchange[] {
  const began = run.entries[0] as Began
  const { dialect } = run.entries.find((entry): entry is Learned => entry.kind === 'learned')!
  const known = { configuration: began.configuration, dialect, keys: ['A', 'A2', 'B'] as const }
  const book = bookOf(known, paidBy('introduction')[0]!.request.body)!
  const seen = new Set<string>()
  return book.orders.flatMap((order) => {
    const pairs = pairsIn(order, book)
    const isNew = pairs.some((pair) => !seen.has(pair))
    for (const pair of pairs) seen.add(pair)
    const names = traitsOf(order).map(({ name }) => name)
    const paid = orders.find(({ purpose }) => purpose.tries?.join() === names.join())
    return isNew && paid ? [paid] : []
  })
}

const orders = paidBy(ORDERS.name)
const pairs = forPairs(orders)
const openPoints = paidBy(OPEN_BODIES.name)

it('a full run pays little more than the pairs of accepted values need', () => {
  const line = [
    `full: ${run.report.jobs.length} jobs = ${pairs.length} for pairs (bound ${bound})`,
    `${orders.length - pairs.length} for spellings and close relatives of the plainest one`,
    ...Object.entries(OTHERS).map(([by, what]) => `${paidBy(by).length} ${what}`),
    `${openPoints.length} for open points (beside the bound)`,
  ].join(' + ')
  console.log(`${line}; orders: ${(orders.length / bound).toFixed(2)} × bound, at most ${SHARE}`)

  expect(run.report.verdict).toBe('pass')
  expect(pairs.length).toBeGreaterThanOrEqual(bound)
  expect(orders.length).toBeLessThanOrEqual(SHARE * bound)
})

it('every job of the run is accounted for', () => {
  const known = [ORDERS.name, OPEN_BODIES.name, ...Object.keys(OTHERS)]
  expect([...new Set(jobs.map(({ purpose }) => purpose.by))].filter((by) => !known.includes(by))).toEqual([])
  expect(jobs).toHaveLength(run.report.jobs.length)
  expect(jobs).toHaveLength(run.report.budget.jobs)
  expect(new Set(jobs.map(({ n }) => n))).toEqual(new Set(run.report.jobs.map(({ submission }) => submission)))
})

it('one job each is enough to get acquainted, for two alike, and for the other account', () => {
  const few = Object.keys(OTHERS).filter((by) => ![QUIET.name, PACT, STORY.name].includes(by))
  expect(few.map((by) => paidBy(by).length)).toEqual(few.map(() => 1))
})

it('only bodies of open points are submitted as such, each once', () => {
  const points = openPoints.map(({ purpose }) => purpose.open)
  expect(points.every((open) => open !== undefined)).toBe(true)
  expect(new Set(points).size).toBe(points.length)
  expect(jobs.filter(({ purpose }) => purpose.open !== undefined)).toEqual(openPoints)
})
