import { chanceOf, type Share } from './chance.ts'
import type { Difference } from './change.ts'
import type { Sides } from './sides.ts'

/**
 * A header that is gone from one answer of each endpoint is gone: what was seen too seldom at each place by itself counts
 * together where the same thing happened at all of them.
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

/** It was never so before, and is so each time now. */
const isSteady = ({ shares }: Difference) => shares!.before.shown === 0 && shares!.now.shown === shares!.now.of

function sumOf(group: readonly Difference[], side: 'before' | 'now'): Share {
  const own = group.flatMap(({ shares }) => shares?.[side] ?? [])
  return {
    shown: own.reduce((sum, { shown }) => sum + shown, 0),
    of: own.reduce((sum, { of }) => sum + of, 0),
  }
}
