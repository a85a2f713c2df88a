import type { Profile } from '../../../engine/config/configuration.ts'
import { EMBEDDED } from '../../../engine/config/target.ts'
import type { ClauseId } from '../../../spec/clauses.ts'
import { type Habit, type Habits, joined, keyOf, type Where } from '../habits/habit.ts'
import { type Aside, askedForClauses, habitsOf, type RecordedRun } from '../habits/habits-of-run.ts'

/** A change that the user accepted. */
export type Acceptance = { id: string; reason: string; what: string; where: Where }

/** A server's behaviour, from several rounds. */
export type Baseline = {
  target: { baseUrl: string }
  spec: { sha256: string }
  suite: { version: string }
  profile: Profile
  /** All rounds use this seed, so that they can be compared. */
  seed: number
  rounds: number
  habits: Habits
  /** Names of the sent requests. Missing in baselines of earlier versions. */
  asked?: ReadonlySet<string>
  accepted: Acceptance[]
}

/** A side of a comparison. */
export type Known = Omit<Baseline, 'accepted'>

/** Behaviour in one round. */
export type Observed = Known & {
  /** Requests for clauses, not for open points. */
  bound: ReadonlyMap<string, readonly ClauseId[]>
  asides: readonly Aside[]
  /** Only requests of the baseline were compared. */
  isFiltered: boolean
}

/** `baseline`: restricts the comparison to requests that both sent. */
export function observedIn(run: RecordedRun, baseline?: Pick<Known, 'asked'>): Observed {
  const { target, spec, suite, profile, seed } = run.report
  return {
    // The embedded service has another port each time.
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

/** Differences between rounds mark what varies, which is later not reported as a change. */
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

/** Stands for aliases that are in some lists of a day only. */
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
