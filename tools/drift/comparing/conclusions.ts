import { type Effect, effectOf } from '../../../engine/judge/outcome.ts'
import { type Habit, keyOf } from '../habits/habit.ts'
import { type Aside, HELD_SO_FAR } from '../habits/habits-of-run.ts'
import { chanceOf, type Share } from './chance.ts'
import type { Difference } from './change.ts'
import { both, evidenceOf, type Sides, shareOf, valuesOf } from './sides.ts'

/** A run's conclusion is based on several exchanges. */
const DOUBT = 0.01
/** A server that made two different choices may make a third. */
const DOUBT_OF_MANY = 0.5

export function* verdictDifferences(sides: Sides): Generator<Difference> {
  for (const { was, is } of both(sides, 'verdict')) {
    const before = countsOf(was)
    const now = countsOf(is)
    const whole = { where: was.where, aspect: 'verdict', before: valuesOf(was) } as const
    if (now.broken > 0 && before.held > 0) {
      const shares = sharesOf(before, now, 'broken')
      const after = { after: ['fail'], shares, evidence: evidenceOf(is, 'fail') }
      yield {
        ...whole,
        ...after,
        event: 'broken',
        kind: 'breaking',
        chance: chanceOf(shares.before, shares.now, DOUBT),
      }
    }
    if (now.held > 0 && before.broken > 0) {
      const shares = sharesOf(before, now, 'held')
      const after = { after: ['pass'], shares, evidence: evidenceOf(is, 'pass') }
      yield {
        ...whole,
        ...after,
        event: 'mended',
        kind: 'compatible',
        chance: chanceOf(shares.before, shares.now, DOUBT),
      }
    }
  }
}

/**
 * Whether a conclusion is based on requests of both sides: a clause may fail, or pass, by a request that one side
 * lacks.
 */
export function isComparable({ aspect, event, where }: Difference, sides: Sides): boolean {
  const { areAskedAlike, isNowAskedNoLess, isNowAskedNoMore, now } = sides
  if (areAskedAlike || (aspect !== 'verdict' && aspect !== 'choice')) return true
  if (event !== 'mended') return isNowAskedNoMore
  return isNowAskedNoLess && !now.get(keyOf(where, aspect))?.tally.has(HELD_SO_FAR)
}

/** Whether the baseline differs. */
export function isNews({ where, aspect, value }: Aside, { before }: Sides): boolean {
  const was = before.get(keyOf(where, aspect))
  return was !== undefined && !was.tally.has(value)
}

type Counts = { broken: number; held: number }

function countsOf({ tally }: Habit): Counts {
  return { broken: tally.get('fail') ?? 0, held: (tally.get('pass') ?? 0) + (tally.get(HELD_SO_FAR) ?? 0) }
}

function sharesOf(before: Counts, now: Counts, what: keyof Counts): { before: Share; now: Share } {
  const shareOf = (counts: Counts): Share => ({ shown: counts[what], of: counts.broken + counts.held })
  return { before: shareOf(before), now: shareOf(now) }
}

/** Values for which clients that worked before still work. */
const HARMLESS: ReadonlySet<string> = new Set([
  'capacity.scope',
  'capacity.reading-moves',
  'http.connection-reuse',
  'jobs.url-anew-on-each-read',
  'bit-depth.default',
])

export function* choiceDifferences(sides: Sides): Generator<Difference> {
  for (const { was, is } of both(sides, 'choice')) {
    for (const choice of is.tally.keys()) {
      if (was.tally.has(choice)) continue
      const shares = { before: shareOf(sides.before, was, choice), now: shareOf(sides.now, is, choice) }
      const before = valuesOf(was)
      const { open } = was.where
      const effect = effectOf(open, choice)
      const always = (wanted: Effect) => before.every((each) => effectOf(open, each) === wanted)
      const isWider = effect === 'accepted' && always('refused')
      yield {
        ...{ where: was.where, aspect: 'choice', before, after: [choice], shares },
        event: isWider ? 'accepted now' : effect === 'refused' && always('accepted') ? 'refused now' : 'another choice',
        kind: isWider || HARMLESS.has(open!) ? 'compatible' : 'breaking',
        chance: chanceOf(shares.before, shares.now, was.tally.size > 1 ? DOUBT_OF_MANY : DOUBT),
        evidence: evidenceOf(is, choice),
      }
    }
  }
}
