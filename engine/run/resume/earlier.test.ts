import { expect, it } from 'vitest'
import { LIMITS } from '../../config/limits.ts'
import type { AboutToSubmit, HistoryEntry, Resumed } from '../../history/entry/entries.ts'
import type { Exchange } from '../../history/entry/exchange.ts'
import { answered, BEGAN, polled, unanswered } from '../../history/handwritten-for-tests.ts'
import { recordingOf } from '../../history/recording.ts'
import { earlierIn } from './earlier.ts'

const earlier = (...entries: HistoryEntry[]) => earlierIn(recordingOf([BEGAN, ...entries]), new Set(['quiet']))
const order = (told = {}) =>
  answered(202, { by: 'orders', part: 'submission', posted: '{"duration":3}', body: { id: 'j' }, ...told })
const noted = ({ n, at, purpose: { by } }: Pick<Exchange, 'n' | 'at' | 'purpose'>): AboutToSubmit => ({
  kind: 'about to submit',
  ...{ n, at, by, key: 'A', videoSeconds: 3 },
})
const ended: HistoryEntry = { kind: 'ended', at: 9000, how: 'interrupted' }
const resumed = (abandoned: number[] = []): Resumed => ({
  kind: 'resumed',
  at: 5,
  startedAt: BEGAN.startedAt,
  abandoned,
})

const sumOf = (orders: ReadonlyMap<string, number>) => [...orders.values()].reduce((sum, each) => sum + each, 0)

it('counts what was paid, and what was about to be', () => {
  const [one, lost, refused] = [
    order(),
    unanswered('reset', { by: 'orders', part: 'submission', posted: '{}' }),
    order(),
  ]
  refused.answer!.status = 400
  const never = { ...noted(order()), n: 9000 }
  const { spent, orders } = earlier(noted(one), one, noted(lost), lost, noted(refused), refused, never, ended)
  expect(spent).toMatchObject({ jobs: 3, videoSeconds: 3 + 5 + 3, requests: 4 })
  expect([...orders]).toEqual([['orders', 3]])
})

it('counts each number that a damaged history has lost as the dearest job that it may have been', () => {
  const [one, two, last] = [order(), order(), answered(200, { by: 'orders' })]
  const placed = (exchange: Exchange, n: number) => ({ ...exchange, n })
  const prices = { unit: 'EUR', rates: [{ resolution: ['480p'], perSecond: '1' }, { perSecond: '4' }] }
  const began = { ...BEGAN, configuration: { ...BEGAN.configuration, prices, maxDuration: 10 } }
  const all = [began, noted(placed(one, 1)), placed(one, 1), placed(last, 4)]
  const lostIn = (damaged: number[], ...more: HistoryEntry[]) => {
    const { spent, orders, last } = earlierIn(recordingOf([...all, ...more]), new Set(), damaged)
    return {
      jobs: spent.jobs,
      seconds: spent.videoSeconds,
      money: spent.money / 10n ** 18n,
      orders: sumOf(orders),
      n: last.n,
    }
  }
  expect(lostIn([])).toEqual({ jobs: 1, seconds: 3, money: 3n, orders: 1, n: 4 })
  // Between 1 and 4, two numbers.
  expect(lostIn([4])).toEqual({ jobs: 3, seconds: 23, money: 83n, orders: 3, n: 4 })
  // Behind the last one that is left, one more.
  expect(lostIn([5])).toEqual({ jobs: 4, seconds: 33, money: 123n, orders: 4, n: 5 })
  // What somebody knew of who went on is not forgotten, and what he lost by a crash was no damage.
  expect(lostIn([], { ...resumed(), damaged: [4] }, placed(two, 7))).toMatchObject({ jobs: 4, orders: 3, n: 7 })
})

it('counts what may have been under way each time that it broke off', () => {
  const most = LIMITS.connections
  expect(earlier().spent.requests).toBe(most)
  expect(earlier(ended).spent.requests).toBe(0)
  expect(earlier(ended, resumed()).spent.requests).toBe(most)
  expect(earlier(resumed()).spent.requests).toBe(2 * most)
})

it('knows who has said the last word', () => {
  const cut = (by: string, how: 'interrupted' | 'deadline'): HistoryEntry => ({
    ...{ kind: 'cut-short', by, why: '', cause: { kind: 'run ended', how } },
  })
  const limit: HistoryEntry = {
    kind: 'cut-short',
    by: 'limited',
    why: '',
    cause: { kind: 'limit', options: ['--max-jobs'] },
  }
  const { done } = earlier(
    ...[cut('interrupted', 'interrupted'), limit, order()],
    ...([
      { kind: 'driven', by: 'driven' },
      { kind: 'skipped', by: 'skipped', why: '' },
    ] as HistoryEntry[]),
  )
  expect([...done]).toEqual(['limited', 'driven', 'skipped'])
})

it('goes on with numbers, ticks and connections beyond all that were used', () => {
  const one = { ...order({ connection: 4, received: 77 }), n: 12 }
  expect(earlier(one, { ...noted(one), n: 15 }).last).toEqual({ n: 15, tick: 77, connection: 4 })
})

it('forgets that it had ended once it went on', () => {
  expect(earlier(ended).ended).toEqual(ended)
  expect(earlier(ended, resumed()).ended).toBeUndefined()
})
const quiet = (told = {}) => order({ by: 'quiet', ...told })
const end = (job: number) => polled({ status: 'succeeded' }, { by: 'quiet', job })

it('abandons a job that was to be watched without a break, and what came behind it', () => {
  const first = quiet()
  const before = [first, end(first.n), answered(200, { by: 'quiet' })]
  const second = quiet()
  const last = [second, polled({ status: 'running' }, { by: 'quiet', job: second.n }), answered(200, { by: 'quiet' })]
  const { abandoned } = earlier(...before, ...last, order())
  expect([...abandoned]).toEqual(last.map(({ n }) => n))
})

it('abandons nothing between two jobs, nor once the last word was said, nor twice', () => {
  const [first, second] = [quiet(), quiet()]
  expect(earlier(first, end(first.n), answered(200, { by: 'quiet' })).abandoned.size).toBe(0)
  expect(earlier(first, { kind: 'driven', by: 'quiet' }).abandoned.size).toBe(0)
  const { abandoned } = earlier(first, resumed([first.n]), second, end(second.n))
  expect([...abandoned]).toEqual([first.n])
})

it('asks again for what was not answered, unless that was the last word', () => {
  const [lost, given] = [unanswered('interrupted', { by: 'x' }), unanswered('reset', { by: 'y' })]
  const answer = answered(500, { by: 'x' })
  expect([...earlier(lost, given, answer, { kind: 'driven', by: 'y' }, ended).abandoned]).toEqual([lost.n])
})
