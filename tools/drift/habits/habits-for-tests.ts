import type { Baseline } from '../baseline/baseline.ts'
import { type Aspect, type Habit, keyOf, type Where } from './habit.ts'

/** A handwritten habit: count of each value, and the total if larger. */
export type Line = [where: Where, aspect: Aspect, tally: Record<string, number>, seen?: number]

function habitsFrom(lines: readonly Line[]): Map<string, Habit> {
  const habits = lines.map(([where, aspect, counts, seen]): Habit => {
    const tally = new Map(Object.entries(counts))
    const sum = [...tally.values()].reduce((one, other) => one + other, 0)
    const evidence = new Map([...tally.keys()].map((value) => [value, [7]]))
    return { where, aspect, tally, seen: seen ?? sum, evidence }
  })
  return new Map(habits.map((habit) => [keyOf(habit.where, habit.aspect), habit]))
}

/** A baseline with these habits. */
export function knownTo(lines: readonly Line[], more: Partial<Baseline> = {}): Baseline {
  return {
    target: { baseUrl: 'http://127.0.0.1:1/v1' },
    spec: { sha256: 'digest of the law' },
    suite: { version: '0.0.0' },
    profile: 'smoke',
    seed: 1,
    rounds: 2,
    habits: habitsFrom(lines),
    accepted: [],
    ...more,
  }
}
