import { chancesOf, type Habit, type Habits, type Where } from '../habits/habit.ts'

/** Of a server that never differs from itself; what was seen of it is not all that there is. */
const LEAST = 0.05
const MOST = 0.5
/** A place where one habit in four differs from itself is as good as any. */
const PER_SHARE = 2

/** How much habits at an endpoint are known to differ from themselves. */
export function doubtsIn(habits: Habits): (where: Where) => number {
  const scopes = new Map<string, { all: number; fickle: number }>()
  for (const habit of habits.values()) {
    const scope = scopes.get(scopeOf(habit.where)) ?? { all: 0, fickle: 0 }
    scopes.set(scopeOf(habit.where), scope)
    scope.all++
    if (isFickle(habits, habit)) scope.fickle++
  }
  return (where) => {
    const { all, fickle } = scopes.get(scopeOf(where)) ?? { all: 1, fickle: 0 }
    return Math.min(MOST, Math.max(LEAST, (fickle / all) * PER_SHARE))
  }
}

const scopeOf = ({ endpoint, status, state }: Where) => `${endpoint} ${status} ${state}`

function isFickle(habits: Habits, habit: Habit): boolean {
  const chances = chancesOf(habits, habit)
  return habit.aspect !== 'word' && [...habit.tally.values()].some((count) => count < chances)
}
