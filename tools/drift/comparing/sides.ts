import type { ClauseId } from '../../../spec/clauses.ts'
import { chancesOf, type Habit, type Habits, type Where } from '../habits/habit.ts'
import type { Share } from './chance.ts'

/** What a server was known to do, what it does now, and how much it is known to differ from itself at a place. */
export type Sides = {
  before: Habits
  now: Habits
  doubt(where: Where): number
  /** Whether the conclusions of both rest on the same requests: in the same profile they do. */
  areAskedAlike: boolean
  /** Whether the later side shows nothing but what the earlier one was asked, too. */
  isNowAskedNoMore: boolean
  /** Whether the later side was asked at least as much. */
  isNowAskedNoLess: boolean
  /** Those that have an opinion on what is asked there. */
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
