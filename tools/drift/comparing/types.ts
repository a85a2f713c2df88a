import { A_TOKEN } from '../habits/forms.ts'
import type { Habit } from '../habits/habit.ts'
import { chanceOf } from './chance.ts'
import type { Difference } from './change.ts'
import { both, evidenceOf, type Sides, shareOf, valuesOf } from './sides.ts'

/** Types and forms that were not seen at their place before. */
export function* typeDifferences(sides: Sides): Generator<Difference> {
  const types = [...differences(sides, 'type')]
  yield* types
  const places = new Set(types.map(({ where }) => JSON.stringify(where)))
  for (const each of differences(sides, 'form')) if (!places.has(JSON.stringify(each.where))) yield each
}

function* differences(sides: Sides, aspect: 'type' | 'form'): Generator<Difference> {
  for (const { was, is } of both(sides, aspect)) {
    for (const value of is.tally.keys()) {
      if (was.tally.has(value) || isNarrower(value, valuesOf(was)) || isFilled(was) || isCounted(was, value)) continue
      const shares = { before: shareOf(sides.before, was, value), now: shareOf(sides.now, is, value) }
      yield {
        ...{ where: was.where, aspect, event: aspect === 'type' ? 'another type' : 'another form' },
        kind: wasNothing(was) ? 'compatible' : 'breaking',
        ...{ before: valuesOf(was), after: [value], shares },
        chance: chanceOf(shares.before, shares.now, sides.doubt(was.where)),
        evidence: evidenceOf(is, value),
      }
    }
  }
}

/** Only null was there before, so any value is a new field. */
const wasNothing = (was: Habit) => was.aspect === 'type' && valuesOf(was).join() === 'null'

/** Account data, such as the next page, may appear only after more requests. */
const OF_AN_ACCOUNT: readonly unknown[] = ['GET /usage', 'GET /billing/balance']
const isFilled = (was: Habit) => wasNothing(was) && OF_AN_ACCOUNT.includes(was.where.endpoint)

/** Whether a sum or a share of load is an integer is random, and constant for a day. */
const COUNTS: readonly unknown[] = [...OF_AN_ACCOUNT, 'GET /capacity']
const isCounted = (was: Habit, value: string) =>
  value === 'a fraction' && valuesOf(was).includes('a whole number') && COUNTS.includes(was.where.endpoint)

/** An integer instead of fractions, or a word instead of any text: old clients can read it. */
function isNarrower(value: string, before: readonly string[]): boolean {
  if (value === 'a whole number') return before.includes('a fraction')
  if (before.includes(A_TOKEN) && (value.startsWith(A_TOKEN) || value === 'a number in text' || value === 'a word'))
    return true
  return before.includes('text') && (value === 'a word' || value === A_TOKEN || value === 'empty')
}
