import { VOLATILE } from '../baseline/baseline.ts'
import { chancesOf, type Habit, type Habits, keyOf } from '../habits/habit.ts'
import { chanceOf, type Share } from './chance.ts'
import type { ChangeKind, Difference, Event } from './change.ts'
import { evidenceOf, type Sides } from './sides.ts'

/** Fields and headers that are now missing, always or sometimes, and new ones. */
export function* presenceDifferences(sides: Sides): Generator<Difference> {
  for (const was of sides.before.values()) {
    if (was.aspect !== 'presence') continue
    const is = sides.now.get(keyOf(was.where, 'presence'))
    const lack = { before: lackOf(sides.before, was, was), now: lackOf(sides.now, was, is) }
    if (lack.now.shown === 0 || lack.now.of === 0 || lack.before.shown === lack.before.of) continue
    const isGone = is === undefined || is.tally.size === 0
    if (!isGone && lack.before.shown / lack.before.of >= lack.now.shown / lack.now.of) continue
    const kind = changesHowBytesAreRead(was) ? 'compatible' : 'breaking'
    yield difference(sides, was, { event: isGone ? 'gone' : 'missing at times', kind }, lack, [])
  }
  for (const is of sides.now.values()) {
    if (is.aspect !== 'presence' || sides.before.has(keyOf(is.where, 'presence'))) continue
    const chances = chancesOf(sides.before, is)
    if (chances === 0) continue
    const shares = { before: { shown: 0, of: chances }, now: { shown: total(is), of: chancesOf(sides.now, is) } }
    const kind = changesHowBytesAreRead(is) ? 'breaking' : 'compatible'
    yield difference(sides, is, { event: 'new', kind }, shares, [...is.evidence.values()].flat())
  }
}

/** A client must decode an encoding that it did not ask for, and can do without one that it asked for. */
const changesHowBytesAreRead = ({ where }: Habit) => where.header === 'content-encoding'

const total = ({ tally }: Habit) => [...tally.values()].reduce((sum, count) => sum + count, 0)

/** In how many responses it was missing, entirely or in part. */
function lackOf(habits: Habits, { where, aspect }: Habit, habit: Habit | undefined): Share {
  const of = chancesOf(habits, { where, aspect })
  return { shown: Math.max(0, of - (habit?.tally.get('always') ?? 0)), of }
}

type Shares = NonNullable<Difference['shares']>

function difference(
  sides: Sides,
  { where, aspect }: Habit,
  sorted: { event: Event; kind: ChangeKind },
  shares: Shares,
  evidence: number[],
): Difference {
  const [before, after] =
    sorted.event === 'new' ? ['never', inWords(shares.now)] : [opposite(shares.before), opposite(shares.now)]
  const chance = chanceOf(shares.before, shares.now, sides.doubt(where))
  return { where, aspect, ...sorted, before: [before!], after: [after!], shares, chance, evidence }
}

const inWords = ({ shown, of }: Share) => (shown === 0 ? 'never' : shown === of ? 'always' : 'at times')
const opposite = ({ shown, of }: Share) => inWords({ shown: of - shown, of })

export function* aliasDifferences(sides: Sides): Generator<Difference> {
  const isVolatile = sides.before.has(keyOf({ alias: VOLATILE }, 'listed'))
  const listed = (habits: Habits) => [...habits.values()].filter(({ aspect }) => aspect === 'listed')
  const old = listed(sides.before)
  // This run did not find out how models are listed.
  if (old.length === 0 || listed(sides.now).length === 0 || isVolatile) return
  for (const was of old) {
    const is = sides.now.get(keyOf(was.where, 'listed'))
    const lack = { before: missingIn(sides.before, was, was), now: missingIn(sides.now, was, is) }
    if (lack.now.shown > 0 && lack.now.of > 0)
      yield difference(sides, was, { event: is ? 'missing at times' : 'gone', kind: 'breaking' }, lack, [])
  }
  for (const is of listed(sides.now)) {
    if (sides.before.has(keyOf(is.where, 'listed'))) continue
    const of = chancesOf(sides.before, is)
    const shares = { before: { shown: 0, of }, now: { shown: total(is), of: chancesOf(sides.now, is) } }
    yield difference(sides, is, { event: 'new', kind: 'compatible' }, shares, evidenceOf(is, 'listed'))
  }
}

function missingIn(habits: Habits, { where, aspect }: Habit, habit: Habit | undefined): Share {
  const of = chancesOf(habits, { where, aspect })
  return { shown: Math.max(0, of - (habit ? total(habit) : 0)), of }
}
