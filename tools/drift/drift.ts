import type { ExitCode } from '../../engine/config/exit-codes.ts'
import { EXIT } from '../../engine/config/exit-codes.ts'
import { type Acceptance, type Baseline, type Known, type Observed, observedIn } from './baseline/baseline.ts'
import { sightingsNeeded } from './comparing/chance.ts'
import { causeOf, type Difference, fingerprint } from './comparing/change.ts'
import { type Compared, compare, topOf } from './comparing/compare.ts'
import { doubtsIn } from './comparing/doubt.ts'
import { keyOf, type Where } from './habits/habit.ts'
import type { Aside, RecordedRun } from './habits/habits-of-run.ts'
import { provedOn } from './planted/proof.ts'
import { DRIFT_SCHEMA, type DriftChange, type DriftReport, type DriftVerdict, type Seldom } from './report.ts'
import { placeInWords } from './telling/places.ts'
import { sentenceOf, TODO } from './telling/sentences.ts'

export type Judging = {
  failOn?: 'breaking' | 'compatible'
  onlyReliedOn?: boolean
  /** Whether a client reads the changed part, if known. */
  isReliedOn?: (difference: Difference) => boolean
}

/** Facts about the later side beyond its behaviour. */
export type Circumstances = Pick<DriftReport, 'suite' | 'target' | 'startedAt' | 'seconds' | 'spent'> & {
  exit: ExitCode
  /** Why the run is incomplete, if it is. */
  cutShort?: string
}

/** Pure and offline: changes of a recorded run since the baseline. */
export function driftOf(baseline: Baseline, run: RecordedRun, judging: Judging = {}): DriftReport {
  const { suite, startedAt, seconds, budget, exit } = run.report
  const { baseUrl, insecure } = run.report.target
  const target = { baseUrl, ...(insecure && { insecure }) }
  const cutShort = whyCutShort(run)
  return driftBetween(
    baseline,
    observedIn(run, baseline),
    {
      ...{ suite, target, startedAt, seconds, exit },
      spent: { requests: budget.requests, jobs: budget.jobs, videoSeconds: budget.videoSeconds },
      ...(cutShort !== undefined && { cutShort }),
    },
    judging,
  )
}

export function driftBetween(
  baseline: Baseline,
  now: Known | Observed,
  { exit, cutShort, ...circumstances }: Circumstances,
  judging: Judging = {},
): DriftReport {
  const { failOn = 'breaking', onlyReliedOn = false } = judging
  const compared = compare(baseline, now)
  const changes = [...compared.changes, ...compared.noise].map((each) => changeOf(each, baseline, judging))
  const proof = provedOn(now)
  const counting = changes.filter(
    ({ accepted, reliedOn }) => accepted === undefined && !(onlyReliedOn && reliedOn === false),
  )
  const nothing = now.habits.size === 0 ? 'no response of the server was seen' : undefined
  const reason = cutShort ?? nothing
  const verdict = verdictOf(counting, reason)
  const { target, profile, rounds, seed } = baseline
  return {
    schema: DRIFT_SCHEMA,
    verdict,
    exit: proof.missed.length > 0 ? EXIT.suiteFault : exitOf(verdict, exit, failOn),
    ...(reason !== undefined && { reason }),
    ...circumstances,
    baseline: { target, profile, rounds, seed },
    profile: now.profile,
    ...(baseline.asked && now.asked && { compared: comparedOf(baseline.asked, now.asked) }),
    changes: changes.sort(mattersFirst),
    seldom: compared.seldom.map((each) => seldomOf(each, baseline, judging)),
    notLookedAt: compared.notLookedAt.map((where) => ({ what: placeInWords(where), where })),
    notCompared: compared.notCompared.map((each) => ({
      what: placeInWords(each.where),
      where: each.where,
      why: whyNotCompared(each),
    })),
    stale: staleOf(baseline.accepted, changes, compared),
    proof,
    failOn,
    onlyReliedOn,
  }
}

function comparedOf(before: ReadonlySet<string>, now: ReadonlySet<string>): NonNullable<DriftReport['compared']> {
  return { both: [...now].filter((name) => before.has(name)).length, baseline: before.size, now: now.size }
}

function whyNotCompared({ aspect, value }: Aside): string {
  if (aspect === 'choice') return `now ${value}, but on requests that the baseline did not send`
  return value === 'fail'
    ? 'fails now, but on requests that the baseline did not send'
    : 'failed in the baseline, which sent more requests for it'
}

function changeOf(difference: Difference, { accepted }: Baseline, { isReliedOn }: Judging): DriftChange {
  const { kind, where, aspect, event, before, after, shares, chance, evidence } = difference
  const id = fingerprint(difference)
  const cause = causeOf(difference)
  const acceptance = accepted.find((each) => each.id === id || each.id === cause)
  return {
    id,
    cause,
    kind,
    what: sentenceOf(difference),
    where,
    aspect,
    event,
    before: before.join(', '),
    after: after.join(', '),
    values: { before, after },
    ...(shares && {
      counts: { before: [shares.before.shown, shares.before.of], now: [shares.now.shown, shares.now.of] },
    }),
    ...(chance !== undefined && { chance: Number(chance.toPrecision(2)) }),
    todo: TODO[event],
    evidence,
    ...(acceptance && { accepted: acceptance.reason }),
    ...(isReliedOn && { reliedOn: isReliedOn(difference) }),
  }
}

function seldomOf(difference: Difference, baseline: Baseline, judging: Judging): Seldom {
  const { shares, where, doubt = doubtsIn(baseline.habits)(where) } = difference
  const needed = shares && sightingsNeeded(shares.before, shares.now, doubt)
  return { ...changeOf(difference, baseline, judging), ...(needed !== undefined && { sightingsNeeded: needed }) }
}

function verdictOf(counting: readonly DriftChange[], whyUnknown: string | undefined): DriftVerdict {
  if (counting.some(({ kind }) => kind === 'breaking')) return 'breaking'
  if (whyUnknown !== undefined) return 'unknown'
  return counting.some(({ kind }) => kind === 'compatible') ? 'compatible' : 'same'
}

function exitOf(verdict: DriftVerdict, run: ExitCode, failOn: 'breaking' | 'compatible'): ExitCode {
  if (run === EXIT.interrupted || run === EXIT.suiteFault) return run
  if (verdict === 'breaking' || (verdict === 'compatible' && failOn === 'compatible')) return EXIT.fail
  return verdict === 'unknown' ? EXIT.noVerdict : EXIT.pass
}

function whyCutShort({ report, entries }: RecordedRun): string | undefined {
  for (const entry of entries)
    if (entry.kind === 'ended') return entry.how === 'whole' ? undefined : (entry.why ?? report.reason ?? entry.how)
  return 'the recording is incomplete'
}

/** Accepted changes that did not recur, although they could have been seen. */
function staleOf(
  accepted: readonly Acceptance[],
  changes: readonly DriftChange[],
  { seldom, notLookedAt, notCompared }: Compared,
): Acceptance[] {
  const there = new Set([
    ...changes.flatMap(({ id, cause }) => [id, cause]),
    ...seldom.flatMap((each) => [fingerprint(each), causeOf(each)]),
  ])
  const unseen = new Set([...notLookedAt, ...notCompared.map((each) => each.where)].map(nameOfPlace))
  return accepted.filter(({ id, where }) => !there.has(id) && !unseen.has(nameOfPlace(where)))
}

const nameOfPlace = (where: Where) => keyOf(topOf(where), 'answer')

const KIND_FIRST = { breaking: 0, compatible: 1, noise: 2 } as const

function mattersFirst(one: DriftChange, other: DriftChange): number {
  const rank = ({ kind, accepted, reliedOn }: DriftChange) =>
    (accepted === undefined ? 0 : 100) + (reliedOn === false ? 10 : 0) + KIND_FIRST[kind]
  return rank(one) - rank(other)
}
