import { expect, it } from 'vitest'
import type { HistoryEntry } from '../../history/entry/entries.ts'
import type { Elsewhere } from '../../history/entry/exchange.ts'
import { BEGAN } from '../../history/handwritten-for-tests.ts'
import { cannotBeTold } from '../verdict.ts'
import { clientCheck, clientObservation } from './check.ts'
import { judgeClients } from './judging.ts'
import { broken, kept } from './verdict.ts'
import { MOST_EXCHANGES } from './windows.ts'

const asked = (n: number): Elsewhere => ({
  ...{ kind: 'elsewhere', n, at: n * 10, ms: 1, sent: 2 * n - 1, received: 2 * n, origin: 'https://files.test' },
  request: { method: 'GET', path: `/${n}`, headers: [] },
  answer: { status: 200, headers: [], body: '', bytes: 0 },
})

function* traffic(length: number): Generator<HistoryEntry> {
  yield BEGAN
  for (let n = 1; n <= length; n++) yield asked(n)
}

/** Keeps all exchanges, and reports some of them. */
function judged(length: number, isWrong: (n: number) => boolean) {
  let longest = 0
  const began: number[] = []
  const check = clientCheck({
    clause: 'client.keeps-its-key-from-other-origins',
    begin: () => [] as number[],
    see(notes, { n }, { from }) {
      if (notes.length === 0) began.push(from.n)
      longest = Math.max(longest, notes.push(n))
    },
    conclude(notes) {
      const wrong = notes.filter(isWrong)
      const fact = { kind: 'key with the video' } as const
      return wrong.length > 0
        ? broken(
            wrong.map((n) => ({ fact, evidence: [n] })),
            notes.length,
          )
        : kept(notes.length, notes)
    },
  })
  const observation = clientObservation({
    open: 'client.download',
    begin: () => ({ isChosen: false }),
    see(notes, { n }) {
      notes.isChosen ||= n === 7
    },
    conclude: ({ isChosen }) =>
      isChosen ? { choice: 'so', values: ['so'], evidence: [7] } : cannotBeTold('nothing came'),
  })
  const judgement = judgeClients(traffic(length), { checks: [check], observations: [observation] })
  const { verdict } = judgement.clauses[0]!
  return { verdict, longest, began, choice: judgement.open[0]!.choice }
}

it('keeps at most two windows of exchanges, and counts each exchange once', () => {
  const { verdict, longest, began } = judged(5 * MOST_EXCHANGES + 17, () => false)
  expect(verdict).toMatchObject({ verdict: 'pass', tried: 5 * MOST_EXCHANGES + 17 })
  expect(longest).toBe(2 * MOST_EXCHANGES)
  expect(began).toEqual([0, 1, 2, 3, 4, 5].map((nth) => (nth === 0 ? 0 : nth * MOST_EXCHANGES + 1)))
})

it.each([7, MOST_EXCHANGES - 1, MOST_EXCHANGES + 1, 2 * MOST_EXCHANGES, 4 * MOST_EXCHANGES + 3])(
  'keeps a violation in exchange %i',
  (wrong) => {
    const { verdict } = judged(5 * MOST_EXCHANGES, (n) => n === wrong)
    expect(verdict).toMatchObject({ verdict: 'fail', cases: 1, tried: 5 * MOST_EXCHANGES, evidence: [wrong] })
  },
)
