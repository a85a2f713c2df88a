import { chanceOf, type Share } from './chance.ts'
import type { Difference } from './change.ts'
import type { Sides } from './sides.ts'

/**
 * Joins a difference that occurs at every endpoint, such as a missing header: sightings that are too few at each place
 * count together.
 */
export function asOne(all: readonly Difference[], { doubt }: Sides): Difference[] {
  const chances = new Map<Difference, number>()
  for (const group of Map.groupBy(all, nameOf).values()) {
    if (group.length === 1) continue
    const together = { before: sumOf(group, 'before'), now: sumOf(group, 'now') }
    const most = Math.max(...group.map(({ where }) => doubt(where)))
    const chance = chanceOf(together.before, together.now, most)
    for (const each of group) if (each.shares && isSteady(each)) chances.set(each, Math.min(each.chance ?? 1, chance))
  }
  return all.map((each) => (chances.has(each) ? { ...each, chance: chances.get(each)! } : each))
}

const nameOf = ({ where, aspect, event, before, after }: Difference) =>
  JSON.stringify([aspect, event, where.header ?? where.pointer ?? where.endpoint ?? where, before, after])

/** It never occurred before, and always does now. */
const isSteady = ({ shares }: Difference) => shares!.before.shown === 0 && shares!.now.shown === shares!.now.of

function sumOf(group: readonly Difference[], side: 'before' | 'now'): Share {
  const own = group.flatMap(({ shares }) => shares?.[side] ?? [])
  return {
    shown: own.reduce((sum, { shown }) => sum + shown, 0),
    of: own.reduce((sum, { of }) => sum + of, 0),
  }
}
