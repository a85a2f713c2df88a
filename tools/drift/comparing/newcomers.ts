import { type Aspect, type Habit, keyOf, type Where } from '../habits/habit.ts'
import { isListed, STEP, UNNAMED } from '../habits/journeys.ts'
import { EVER_NEW } from '../habits/values.ts'
import { chanceOf, MOST_DOUBT } from './chance.ts'
import type { ChangeKind, Difference, Event } from './change.ts'
import { saysHowToRead, wordsInTurn } from './doubt.ts'
import { both, evidenceOf, type Sides, shareOf, valuesOf } from './sides.ts'

type Sorted = { event: Event; kind: ChangeKind }

/** Values that were not seen there before. */
function* newValues(
  sides: Sides,
  aspect: Aspect,
  sortOf: (was: Habit, value: string) => Sorted,
  doubtOf: (was: Habit, value: string) => number = ({ where }) => sides.doubt(where),
): Generator<Difference> {
  for (const { was, is } of both(sides, aspect)) {
    if (was.tally.has(EVER_NEW) || is.tally.has(EVER_NEW)) continue
    for (const value of is.tally.keys()) {
      if (was.tally.has(value)) continue
      const shares = { before: shareOf(sides.before, was, value), now: shareOf(sides.now, is, value) }
      yield {
        ...{ where: was.where, aspect, ...sortOf(was, value), before: valuesOf(was), after: [value], shares },
        chance: chanceOf(shares.before, shares.now, doubtOf(was, value)),
        evidence: evidenceOf(is, value),
      }
    }
  }
}

/** Some checks send requests that may be accepted or refused. */
function isAgainstTheLaw(where: Where, { clausesOf, now }: Sides): boolean {
  return clausesOf(where).some((clause) => now.get(keyOf({ clause }, 'verdict'))?.tally.has('fail'))
}

const isAccepted = (status: string) => /^2/.test(status)

/** A request is now refused, now accepted, or has another response of its kind. */
export const answerDifferences = (sides: Sides) =>
  newValues(sides, 'answer', (was, status): Sorted => {
    const before = valuesOf(was)
    if (before.every(isAccepted) && !isAccepted(status)) return { event: 'refused now', kind: 'breaking' }
    if (!before.some(isAccepted) && isAccepted(status))
      return { event: 'accepted now', kind: isAgainstTheLaw(was.where, sides) ? 'breaking' : 'compatible' }
    return { event: 'another status', kind: 'breaking' }
  })

/** Headers about caching and the like, not about the content. */
const isAside = (where: Where) => where.header !== undefined && !saysHowToRead(where)

/** Each word seen only once suggests further unseen ones. */
const onceAlone = ({ tally }: Habit): number => [...tally.values()].filter((count) => count === 1).length / 2

export function* wordDifferences(sides: Sides): Generator<Difference> {
  const isInTurn = wordsInTurn(sides.before)
  const sortOf = ({ where }: Habit): Sorted => ({
    event: 'another word',
    kind: isAside(where) ? 'compatible' : 'breaking',
  })
  const doubtOf = (was: Habit, word: string) => (isInTurn(was.where, word) ? MOST_DOUBT : sides.doubt(was.where))
  for (const each of newValues(sides, 'word', sortOf, (was, word) => doubtOf(was, word) + onceAlone(was)))
    yield isInTurn(each.where, each.after[0]!) ? { ...each, doubt: MOST_DOUBT } : each
}

const endsOf = (step: string) => step.split(STEP)

/** If jobs took different paths, another path is no change. */
const FICKLE = 0.5

export function* stateDifferences(sides: Sides): Generator<Difference> {
  const doubtOf = (was: Habit) => {
    const steps = [...sides.before.values()].find(({ aspect }) => aspect === 'step')
    const isSteady = [...(steps ?? was).tally.values()].every((count) => count === (steps ?? was).seen)
    return isSteady ? sides.doubt(was.where) : FICKLE
  }
  // A baseline of an earlier version uses this name for each unlisted status.
  for (const each of newValues(sides, 'state', () => ({ event: 'another state', kind: 'breaking' }), doubtOf))
    if (isListed(each.after[0]) || !each.before.includes(UNNAMED)) yield each
  const known = new Set(
    [...sides.before.values()].flatMap(({ aspect, tally }) =>
      aspect === 'step' ? [...tally.keys()].flatMap(endsOf) : [],
    ),
  )
  // New states and stages are reported separately.
  const isTold = (step: string) => endsOf(step).some((end) => !known.has(end))
  for (const each of newValues(sides, 'step', () => ({ event: 'another order', kind: 'compatible' }), doubtOf))
    if (!isTold(each.after[0]!)) yield each
}
