import type { Habit, HabitTally } from '../habits/habit.ts'

/**
 * One value, seen each time, with the usual count for its place · with another count · several values with counts, and
 * the total.
 */
export type ToldValue = string | [value: string | Record<string, number>, seen: number]

const STEPS = [1, 1.5, 2, 3, 5, 7]

/** Rounded down, so that one more response on another day does not change the file. */
export function calm(count: number): number {
  if (count < 4) return count
  const power = 10 ** Math.floor(Math.log10(count))
  return Math.floor(power * STEPS.findLast((step) => step * power <= count)!)
}

export function told({ tally, seen }: Pick<Habit, 'tally' | 'seen'>, usual: number): ToldValue {
  const [[value, count] = ['', 0], ...others] = tally
  if (others.length === 0 && count === seen) return calm(seen) === usual ? value : [value, calm(seen)]
  return [Object.fromEntries([...tally].sort(byName)), seen]
}

export function untold(line: ToldValue, usual: number): { tally: HabitTally; seen: number } {
  if (typeof line === 'string') return { tally: new Map([[line, usual]]), seen: usual }
  const [value, seen] = line
  if (typeof value === 'string') return { tally: new Map([[value, seen]]), seen }
  return { tally: new Map(Object.entries(value)), seen }
}

export const byName = ([one]: readonly [string, ...unknown[]], [other]: readonly [string, ...unknown[]]) =>
  one < other ? -1 : 1
