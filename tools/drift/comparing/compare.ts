import { PROFILES } from '../../../engine/config/configuration.ts'
import { type Known, type Observed, VOLATILE } from '../baseline/baseline.ts'
import { type Aspect, type Habit, type Habits, keyOf, type Where } from '../habits/habit.ts'
import type { Aside } from '../habits/habits-of-run.ts'
import { asOne } from './as-one.ts'
import { limitOf } from './chance.ts'
import type { Difference } from './change.ts'
import { choiceDifferences, isComparable, isNews, verdictDifferences } from './conclusions.ts'
import { doubtsIn } from './doubt.ts'
import { answerDifferences, stateDifferences, wordDifferences } from './newcomers.ts'
import { paceDifferences } from './pace.ts'
import { aliasDifferences, presenceDifferences } from './presence.ts'
import type { Sides } from './sides.ts'
import { typeDifferences } from './types.ts'

export type Compared = {
  changes: Difference[]
  /** Differences explained by the server's usual variation. */
  noise: Difference[]
  /** Too few sightings, before or now, to exclude chance. */
  seldom: Difference[]
  /** Places in the baseline that this run did not see. */
  notLookedAt: Where[]
  /** Different conclusions that depend on requests that only one side sent. */
  notCompared: Aside[]
}

/** Pure: the same two sides always differ in the same way. */
export function compare(baseline: Known, now: Known | Observed): Compared {
  const bound: Observed['bound'] = 'bound' in now ? now.bound : new Map()
  const sides: Sides = {
    before: baseline.habits,
    now: now.habits,
    doubt: doubtsIn(baseline.habits),
    areAskedAlike: baseline.profile === now.profile,
    isNowAskedNoMore: ('isFiltered' in now && now.isFiltered) || sizeOf(now) <= sizeOf(baseline),
    isNowAskedNoLess: sizeOf(now) >= sizeOf(baseline),
    clausesOf: ({ asked = '' }) => bound.get(asked.slice(0, asked.lastIndexOf(' '))) ?? [],
  }
  const differing = [
    ...verdictDifferences(sides),
    ...choiceDifferences(sides),
    ...answerDifferences(sides),
    ...typeDifferences(sides),
    ...presenceDifferences(sides),
    ...wordDifferences(sides),
    ...aliasDifferences(sides),
    ...stateDifferences(sides),
    ...paceDifferences(sides),
  ]
  const all = differing.filter((each) => isComparable(each, sides))
  const notCompared = [
    ...('asides' in now ? now.asides.filter((each) => isNews(each, sides)) : []),
    ...differing.filter((each) => !all.includes(each)).map(asideOf),
  ]
  const differences = asOne(withoutConsequences(all), sides).map((each) =>
    isOfAMended(each, all, sides) ? harmless(each) : each,
  )
  const isChance = ({ chance = 0, shares, where, doubt = sides.doubt(where) }: Difference) =>
    chance >= limitOf(shares?.before, doubt)
  const wasSeen = ({ shares }: Difference) => (shares?.before.shown ?? 0) > 0
  return {
    changes: differences.filter((each) => !isChance(each)),
    noise: differences.filter((each) => isChance(each) && wasSeen(each)).map((each) => ({ ...each, kind: 'noise' })),
    seldom: differences.filter((each) => isChance(each) && !wasSeen(each)),
    notLookedAt: notLookedAt(sides, differences, notCompared),
    notCompared,
  }
}

const asideOf = ({ where, aspect, after: [value = ''] }: Difference): Aside => ({ where, aspect, value })

const sizeOf = ({ profile }: Pick<Known, 'profile'>) => PROFILES.indexOf(profile)

/** A change of a parent makes changes of its children redundant. */
function withoutConsequences(all: readonly Difference[]): Difference[] {
  const roots = all.filter(({ event }) => event === 'gone' || event === 'new' || event === 'another type')
  return all.filter((each) => !roots.some((root) => root !== each && isInside(each.where, root)))
}

function isInside(where: Where, root: Difference): boolean {
  const { pointer: outer, ...place } = root.where
  const { pointer: inner, ...own } = where
  if (outer === undefined || inner === undefined || keyOf(place, 'type') !== keyOf(own, 'type')) return false
  return inner.startsWith(`${outer}/`)
}

/** Accepted in violation of a clause before, and refused now that the clause passes: not breaking. */
function isOfAMended({ aspect, where }: Difference, all: readonly Difference[], { clausesOf }: Sides): boolean {
  if (aspect !== 'answer') return false
  const clauses = clausesOf(where)
  return all.some(
    ({ event, where: { clause } }) => event === 'mended' && clause !== undefined && clauses.includes(clause),
  )
}

const harmless = (each: Difference): Difference => ({ ...each, kind: 'compatible' })

/** Whether they can be seen depends on concurrent requests. */
const TAKES_LUCK: ReadonlySet<Aspect> = new Set<Aspect>(['speed', 'step'])

function notLookedAt({ before, now }: Sides, differences: readonly Difference[], aside: readonly Aside[]): Where[] {
  const places = new Map<string, Where>()
  for (const habit of before.values()) {
    if (habit.where.alias === VOLATILE || TAKES_LUCK.has(habit.aspect) || isSeen(habit, now)) continue
    const place = topOf(habit.where)
    places.set(keyOf(place, 'answer'), place)
  }
  const isTold = (where: Where) =>
    differences.some(
      (each) =>
        each.where.endpoint === where.endpoint &&
        each.event === 'another status' &&
        each.before.includes(String(where.status)),
    )
  for (const { where } of aside) places.delete(keyOf(where, 'answer'))
  return [...places.values()].filter((where) => !isTold(where))
}

/** Without the field: for a response that is missing altogether. */
export function topOf({ pointer: _, header: __, ...where }: Where): Where {
  return where
}

function isSeen({ where, aspect }: Habit, now: Habits): boolean {
  const { pointer, header } = where
  if (pointer !== undefined || header !== undefined) return now.has(keyOf({ ...topOf(where), pointer: '' }, 'type'))
  if (where.alias !== undefined) return [...now.values()].some((each) => each.aspect === 'listed')
  return now.has(keyOf(where, aspect))
}
