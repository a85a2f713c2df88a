import type { Profile } from '../../../engine/config/configuration.ts'
import { EMBEDDED } from '../../../engine/config/target.ts'
import type { ClauseId } from '../../../spec/clauses.ts'
import { type Habit, type Habits, joined, keyOf, type Where } from '../habits/habit.ts'
import { type Aside, askedForClauses, habitsOf, type RecordedRun } from '../habits/habits-of-run.ts'

/** A change that its user knows of and lives with. */
export type Acceptance = { id: string; reason: string; what: string; where: Where }

/** How a server behaves, as several rounds have shown it. */
export type Baseline = {
  target: { baseUrl: string }
  spec: { sha256: string }
  suite: { version: string }
  profile: Profile
  /** All rounds use this seed, so that they can be compared. */
  seed: number
  rounds: number
  habits: Habits
  /** The names of the requests that were sent. A baseline of an earlier version does not say. */
  asked?: ReadonlySet<string>
  accepted: Acceptance[]
}

/** A side of a comparison. */
export type Known = Omit<Baseline, 'accepted'>

/** What one round of asking has shown. */
export type Observed = Known & {
  /** What is asked for clauses, and not to find out a choice. */
  bound: ReadonlyMap<string, readonly ClauseId[]>
  asides: readonly Aside[]
  /** Only requests of the baseline were compared. */
  isFiltered: boolean
}

/** `baseline`: what it is to be compared with, so that only requests count that both sent. */
export function observedIn(run: RecordedRun, baseline?: Pick<Known, 'asked'>): Observed {
  const { target, spec, suite, profile, seed } = run.report
  return {
    // It listens elsewhere each time.
    target: { baseUrl: isEmbedded(run) ? EMBEDDED : target.baseUrl },
    spec,
    suite: { version: suite.version },
    profile,
    seed,
    rounds: 1,
    ...habitsOf(run, baseline?.asked),
    isFiltered: baseline?.asked !== undefined,
    bound: askedForClauses(run),
  }
}

function isEmbedded({ entries }: RecordedRun): boolean {
  for (const entry of entries) if (entry.kind === 'began') return entry.target.embedded === true
  return false
}

/** What differs from round to round differs by itself, and is no news on another day. */
export function baselineOf(rounds: readonly [Known, ...Known[]], accepted: Acceptance[] = []): Baseline {
  const [{ target, spec, suite, profile, seed }] = rounds
  return {
    ...{ target, spec, suite, profile, seed },
    rounds: rounds.reduce((sum, each) => sum + each.rounds, 0),
    habits: withVolatileAliases(joined(rounds.map(({ habits }) => habits))),
    ...(rounds.every((each) => each.asked) && { asked: new Set(rounds.flatMap((each) => [...each.asked!])) }),
    accepted,
  }
}

/** Stands for all aliases that some lists of the same day name, and others do not. */
export const VOLATILE = '*'

function withVolatileAliases(habits: Map<string, Habit>): Habits {
  const listed = [...habits.values()].filter(({ aspect }) => aspect === 'listed')
  const most = Math.max(0, ...listed.map(({ tally }) => tally.get('listed') ?? 0))
  const fleeting = listed.filter(({ where, tally }) => where.alias === VOLATILE || (tally.get('listed') ?? 0) < most)
  if (fleeting.length === 0) return habits
  for (const { where } of fleeting) habits.delete(keyOf(where, 'listed'))
  const where = { alias: VOLATILE }
  habits.set(keyOf(where, 'listed'), {
    where,
    aspect: 'listed',
    tally: new Map([['listed', 1]]),
    seen: 0,
    evidence: new Map(),
  })
  return habits
}
