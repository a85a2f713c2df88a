import fc from 'fast-check'
import { expect } from 'vitest'
import type { Exchange } from '../runner/history/entry/exchange.ts'
import type { Check, Choice, Facts } from '../runner/judging/check.ts'
import { see } from '../runner/judging/handwritten-for-tests.ts'

/** The values of a choice, and its words, are the same in whatever order the answers arrive. */
export function expectSameInAnyOrder(
  check: Check,
  exchanges: readonly Exchange[],
  facts?: Partial<Omit<Facts, 'looks'>>,
): void {
  const gist = (arrived: readonly Exchange[]) => {
    const { choice, values, inconsistent } = see(check, arrived, facts) as Choice
    return { choice, values, inconsistent }
  }
  const inOrder = gist(exchanges)
  expect(inOrder.values).toEqual([...new Set(inOrder.values)])
  const all = fc.shuffledSubarray([...exchanges], { minLength: exchanges.length })
  fc.assert(
    fc.property(all, (shuffled) => {
      expect(gist(shuffled)).toEqual(inOrder)
    }),
    { numRuns: 20, seed: 1 },
  )
}
