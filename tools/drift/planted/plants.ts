import type { Event } from '../comparing/change.ts'
import { type Aspect, chancesOf, copyOf, type Habit, keyOf, type Where } from '../habits/habit.ts'
import { STEP, UNNAMED } from '../habits/journeys.ts'
import { EVER_NEW } from '../habits/values.ts'

/** Two copies of the observed behaviour; a plant changes one of them. */
type Copies = { before: Map<string, Habit>; now: Map<string, Habit> }

/** Returns the place of the change; undefined if there is no suitable place. */
export type Plant = { event: Event; into(copies: Copies): Where | undefined }

/** A value that no server sends. */
const STRANGE = 'gatecheck-planted-this'

export const PLANTS: readonly Plant[] = [
  { event: 'broken', into: ({ now }) => said(now, 'verdict', 'fail', is('pass')) },
  { event: 'mended', into: ({ before }) => said(before, 'verdict', 'fail', is('pass')) },
  { event: 'gone', into: ({ now }) => without(now) },
  { event: 'missing at times', into: ({ now }) => halved(now) },
  { event: 'new', into: ({ before }) => without(before) },
  { event: 'another type', into: ({ now }) => said(now, 'type', 'null', is('string', 'number')) },
  { event: 'another form', into: ({ now }) => said(now, 'form', STRANGE, () => true) },
  { event: 'another word', into: ({ now }) => said(now, 'word', STRANGE, ({ tally }) => !tally.has(EVER_NEW)) },
  { event: 'refused now', into: ({ now }) => said(now, 'answer', '499', is('200')) },
  { event: 'accepted now', into: ({ now }) => said(now, 'answer', '299', is('400', '401', '404', '422')) },
  { event: 'another status', into: ({ now }) => said(now, 'answer', '499', is('400', '401', '404', '422')) },
  { event: 'another choice', into: ({ now }) => said(now, 'choice', STRANGE, () => true) },
  // Beside an unlisted status, another one is no change.
  { event: 'another state', into: ({ now }) => said(now, 'state', STRANGE, ({ tally }) => !tally.has(UNNAMED)) },
  { event: 'another order', into: ({ now }) => reversed(now) },
  { event: 'slower', into: ({ now }) => times(now, 'speed', 1000) },
  { event: 'faster', into: ({ before }) => times(before, 'speed', 1000) },
  { event: 'more polls', into: ({ now }) => times(now, 'polls', 100) },
  { event: 'fewer polls', into: ({ before }) => times(before, 'polls', 100) },
]

const is =
  (...values: string[]) =>
  ({ tally }: Habit) =>
    tally.size === 1 && values.includes([...tally.keys()][0]!)

function first(habits: Map<string, Habit>, aspect: Aspect, fits: (habit: Habit) => boolean): Habit | undefined {
  return [...habits.values()].find((habit) => habit.aspect === aspect && habit.seen > 0 && fits(habit))
}

/** Makes this the only value. */
function said(
  habits: Map<string, Habit>,
  aspect: Aspect,
  value: string,
  fits: (habit: Habit) => boolean,
): Where | undefined {
  const habit = first(habits, aspect, fits)
  if (!habit) return undefined
  habits.set(keyOf(habit.where, aspect), { ...habit, tally: new Map([[value, habit.seen]]) })
  return habit.where
}

const isInEachAnswer = (habits: Map<string, Habit>) => (habit: Habit) =>
  habit.tally.get('always') === chancesOf(habits, habit)

/** Removes a field or header, with everything about it and its children. */
function without(habits: Map<string, Habit>): Where | undefined {
  const habit = presence(habits)
  if (!habit) return undefined
  for (const [key, { where }] of habits) if (isInside(where, habit.where)) habits.delete(key)
  return habit.where
}

function isInside({ pointer: inner, ...own }: Where, { pointer: outer, ...place }: Where): boolean {
  if (keyOf(own, 'type') !== keyOf(place, 'type')) return false
  return inner === outer || (inner !== undefined && outer !== undefined && inner.startsWith(`${outer}/`))
}

function halved(habits: Map<string, Habit>): Where | undefined {
  const habit = presence(habits)
  if (!habit) return undefined
  const half = Math.floor(chancesOf(habits, habit) / 2)
  habits.set(keyOf(habit.where, 'presence'), { ...copyOf(habit), tally: new Map([['always', half]]) })
  return habit.where
}

function presence(habits: Map<string, Habit>): Habit | undefined {
  const all = [...habits.values()].filter(({ aspect }) => aspect === 'presence')
  return all.find(isInEachAnswer(habits))
}

function times(habits: Map<string, Habit>, aspect: Aspect, factor: number): Where | undefined {
  const habit = [...habits.values()].find((one) => one.aspect === aspect)
  if (!habit) return undefined
  const [value = '1'] = habit.tally.keys()
  habits.set(keyOf(habit.where, aspect), { ...habit, tally: new Map([[String(Number(value) * factor), habit.seen]]) })
  return habit.where
}

function reversed(habits: Map<string, Habit>): Where | undefined {
  const habit = [...habits.values()].find(({ aspect }) => aspect === 'step')
  const step = [...(habit?.tally.keys() ?? [])].find((each) => !each.startsWith('submitted'))
  if (!habit || step === undefined) return undefined
  const back = step.split(STEP).toReversed().join(STEP)
  if (habit.tally.has(back)) return undefined
  habits.set(keyOf(habit.where, 'step'), { ...habit, tally: new Map([...habit.tally, [back, habit.seen]]) })
  return habit.where
}
