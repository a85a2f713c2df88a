import type { ClauseId } from '../../../spec/clauses.ts'
import { chancesOf, type Habit, type Habits, type Where } from '../habits/habit.ts'
import type { Share } from './chance.ts'

/** Both sides of a comparison, and how much the server varies at a place. */
export type Sides = {
  before: Habits
  now: Habits
  doubt(where: Where): number
  /** Whether the conclusions of both are based on the same requests, as in the same profile. */
  areAskedAlike: boolean
  /** Whether the later side sent no request that the earlier one did not send. */
  isNowAskedNoMore: boolean
  /** Whether the later side sent at least the requests of the earlier one. */
  isNowAskedNoLess: boolean
  /** The clauses about requests at that place. */
  clausesOf(where: Where): readonly ClauseId[]
}

export const shareOf = (habits: Habits, habit: Habit, value: string): Share => ({
  shown: habit.tally.get(value) ?? 0,
  of: chancesOf(habits, habit),
})

export const valuesOf = ({ tally }: Habit): string[] => [...tally.keys()].sort()

/** Habits of one aspect that both sides have. */
export function* both(
  { before, now }: Sides,
  aspect: Habit['aspect'],
): Generator<{ key: string; was: Habit; is: Habit }> {
  for (const [key, was] of before) {
    const is = was.aspect === aspect ? now.get(key) : undefined
    if (is) yield { key, was, is }
  }
}

export const evidenceOf = ({ evidence }: Habit, value: string): number[] => evidence.get(value) ?? []
