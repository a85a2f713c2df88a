import type { ExpectedFailure, ExpectedFailures, Kind } from '../config/expected.ts'
import { PROFILES } from '../config/options.ts'
import type { Recording } from '../history/recording.ts'
import { isObservation } from '../judge/check.ts'
import type { Judged, Judgement } from '../judge/judging.ts'
import {
  ANY_GENERATED,
  ANY_PROBE,
  type FailedKind,
  failedKinds,
  isByChance,
  isOfAProbe,
  keyOfKind,
  keyOfTried,
  type Tried,
  triedIn,
} from './kinds.ts'

export type Matched = {
  /** Failures on the list. */
  known: { kind: FailedKind; entry: ExpectedFailure }[]
  /** Failures that only checks newer than the list have found. */
  newChecks: FailedKind[]
  /** All other failures. `ended`: an entry that has expired. */
  unlisted: { kind: FailedKind; ended?: ExpectedFailure }[]
  /** Entries that no longer fail. */
  stale: ExpectedFailure[]
  /** Entries for generated probes that did not fail: another seed may show them. */
  unseen: ExpectedFailure[]
  /** Expired entries. */
  ended: ExpectedFailure[]
}

/** Compares the failures of a judgement with the list. */
export function matched(list: ExpectedFailures, judgement: Judgement, recording: Recording): Matched {
  const { began, judged, facts } = judgement
  const failed = failedKinds(judged, facts)
  const sorted = sortedOut(list, failed, began.startedAt)
  const used = new Set(sorted.known.map(({ entry }) => entry))
  const ended = list.failures.filter((entry) => isPast(entry, began.startedAt))
  const idle = list.failures.filter((entry) => !used.has(entry) && !ended.includes(entry))
  if (idle.length === 0 || !isAsLarge(list, judgement)) return { ...sorted, stale: [], unseen: [], ended }
  const tried = triedIn(recording, facts)
  const { stale = [], unseen = [] } = Object.groupBy(
    idle.filter((entry) => isStale(entry, judged, tried)),
    (entry) => (isByChance(entry) ? 'unseen' : 'stale'),
  )
  return { ...sorted, stale, unseen, ended }
}

export function sortedOut(
  { failures, checks }: Pick<ExpectedFailures, 'failures' | 'checks'>,
  failed: readonly FailedKind[],
  startedAt: string,
): Pick<Matched, 'known' | 'newChecks' | 'unlisted'> {
  const entries = new Map(failures.map((entry) => [keyOfKind(entry), entry]))
  const known: Matched['known'] = []
  const newChecks: FailedKind[] = []
  const unlisted: Matched['unlisted'] = []
  for (const kind of failed) {
    const found =
      entries.get(keyOfKind(kind)) ??
      (isOfAProbe(kind) ? entries.get(keyOfKind({ ...kind, case: ANY_PROBE })) : undefined) ??
      (isByChance(kind) ? failures.find((entry) => isLikely(entry, kind)) : undefined)
    if (found && !isPast(found, startedAt)) known.push({ kind, entry: found })
    else if (found) unlisted.push({ kind, ended: found })
    else if (kind.checks.every((id) => !checks.includes(id))) newChecks.push(kind)
    else unlisted.push({ kind })
  }
  return { known, newChecks, unlisted }
}

/**
 * Which generated probes reach an endpoint depends on the seed: an entry for a similar probe suffices. Another 4xx than the
 * listed response is no worse.
 */
function isLikely(entry: Kind, { clause, endpoint, received }: Kind): boolean {
  if (entry.clause !== clause) return false
  if (isByChance(entry)) return true
  return isOfAProbe(entry) && entry.endpoint === endpoint && (entry.received === received || /^4\d\d$/.test(received))
}

const isPast = ({ until }: ExpectedFailure, startedAt: string) => until !== undefined && startedAt.slice(0, 10) > until

/** A smaller run than the one that wrote the list may miss failures. */
function isAsLarge(list: ExpectedFailures, { began, ended, cut }: Judgement): boolean {
  const { only, profile, generate } = began.configuration
  const isWhole = ended?.how === 'whole' && !cut && only.length === 0
  return isWhole && PROFILES.indexOf(profile) >= PROFILES.indexOf(list.profile) && generate >= list.generate
}

/** Its clause was judged completely, the case was tested, and the response has changed. */
function isStale(entry: ExpectedFailure, judged: readonly Judged[], tried: Tried): boolean {
  const own = judged.filter(({ check }) => !isObservation(check) && check.clause === entry.clause)
  if (!own.some(isDecided) || !own.every(isComplete)) return false
  const statuses = tried.get(keyOfTried(entry))
  const fails = own.some(({ verdict }) => verdict?.verdict === 'fail')
  // Another failure may have kept the check from judging this case.
  if (fails) return statuses !== undefined && !statuses.has(Number(entry.received))
  return statuses !== undefined || !isByChance(entry)
}

const isDecided = ({ verdict }: Judged) => verdict?.verdict === 'pass' || verdict?.verdict === 'fail'

/** Checks of a larger profile were no part of the run that wrote the list. */
function isComplete({ check, verdict }: Judged): boolean {
  if (verdict?.verdict === 'skip')
    return verdict.cause.kind === 'no case' || verdict.cause.kind === 'profile' || check.byChance === true
  return verdict?.verdict === 'fail' || (verdict?.verdict === 'pass' && verdict.leftOut === undefined)
}

/** From so many cases of an endpoint with one response on, they are listed as one entry. */
const MOST_CASES = 12

export type ListToWrite = Omit<ExpectedFailures, 'file' | 'failures'> & {
  failures: readonly (Kind & { reason?: string; until?: string })[]
}

type ToList = {
  judgement: Judgement
  recording: Recording
  /** The failures that would fail the run without a list. */
  failed: readonly FailedKind[]
  checks: readonly string[]
  target: string
}

/** The list after a run: its failures, and the entries that it did not judge. Keeps reasons and dates. */
export function listAfter(
  list: ExpectedFailures | undefined,
  { judgement, recording, failed, ...rest }: ToList,
): ListToWrite {
  const { suite, startedAt, configuration } = judgement.began
  const day = startedAt.slice(0, 10)
  const listed = list?.failures ?? []
  const now = entriesFor(failed).map((kind) => {
    const { reason, until } = listed.find((entry) => isAbout(entry, kind)) ?? {}
    return { ...kind, ...(reason !== undefined && { reason }), ...(until !== undefined && { until }) }
  })
  const stale = list ? matched(list, judgement, recording).stale : []
  const notJudged = listed.filter((entry) => !stale.includes(entry) && !failed.some((kind) => isAbout(entry, kind)))
  const failures = inOrder([...now, ...notJudged.map(({ lines: _, ...entry }) => entry)])
  return {
    version: suite.version,
    target: rest.target,
    since: list?.since ?? day,
    first: list?.first ?? failures.length,
    profile:
      list && PROFILES.indexOf(list.profile) > PROFILES.indexOf(configuration.profile)
        ? list.profile
        : configuration.profile,
    generate: Math.max(list?.generate ?? 0, configuration.generate),
    checks: [...rest.checks],
    failures,
  }
}

const inOrder = <Each extends Kind>(kinds: readonly Each[]) =>
  kinds.toSorted((one, other) => (keyOfKind(one) < keyOfKind(other) ? -1 : 1))

/** The same kind, or one of them covers all probes. */
function isAbout(one: Kind, other: Kind): boolean {
  if (isByChance(one) || isByChance(other)) return isByChance(one) && isByChance(other) && one.clause === other.clause
  const areProbes = isOfAProbe(one) && isOfAProbe(other) && [one.case, other.case].includes(ANY_PROBE)
  return keyOfKind(one) === keyOfKind(areProbes ? { ...other, case: one.case } : other)
}

/**
 * The entries for failed kinds: one for all probes of an endpoint if many of them fail alike, and one for all generated
 * probes of a clause unless other entries cover them.
 */
export function entriesFor(failed: readonly Kind[]): Kind[] {
  const [generated = [], fixed = []] = [true, false].map((is) => failed.filter((kind) => isByChance(kind) === is))
  const groups = Map.groupBy(fixed, (kind) => (isOfAProbe(kind) ? keyOfKind({ ...kind, case: '' }) : keyOfKind(kind)))
  const entries = [...groups.values()].flatMap((group) =>
    group.length > MOST_CASES ? [kindIn({ ...group[0]!, case: ANY_PROBE })] : group.map(kindIn),
  )
  const uncovered = generated.filter((kind) => !entries.some((entry) => isLikely(entry, kind)))
  return [
    ...entries,
    ...[...new Set(uncovered.map((kind) => kind.clause))].map((id) => ({ clause: id, ...ANY_GENERATED })),
  ]
}

const kindIn = ({ clause: id, endpoint, case: what, received }: Kind): Kind => ({
  ...{ clause: id, endpoint, case: what, received },
})
