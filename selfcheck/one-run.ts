import { createHash } from 'node:crypto'
import { asEmbedded, type Embedded, startEmbedded } from '../fixtures/embedded.ts'
import type { Fault } from '../fixtures/faults/fault.ts'
import { layerOf } from '../fixtures/layer-of.ts'
import type { StrangerFault } from '../fixtures/strangers/index.ts'
import type { HistoryEntry } from '../runner/history/entry/entries.ts'
import type { Suite } from '../runner/judging/check.ts'
import { judge } from '../runner/judging/judging.ts'
import { differences } from '../runner/report/differences.ts'
import type { ClauseReport, Report } from '../runner/report/report.ts'
import { reportOf } from '../runner/report/reporting.ts'
import { run } from '../runner/run/run.ts'
import type { Profile } from '../runner/settings/configuration.ts'
import { DIALECTS } from '../service/dialects/index.ts'
import { type ClauseId, clause } from '../spec/clauses.ts'
import { isOfShape, undescribedIn } from './described.ts'
import { type Accusation, isBroken, type OfOneServer, type Outcome } from './trial.ts'

/** Fast polls and a short deadline: the service answers within a millisecond. */
const WISHES = { pollIntervalMs: 3, settleMs: 200 }

/** Each trial draws other requests than the next: together, lawful servers meet far more than one run's worth of them. */
const DRAWN_FOR_THE_LAWFUL = { whole: 200, brief: 100 }

/** Faults may have jobs that never end. In brief, nothing else takes as long as that, however many share a core. */
const DEADLINE_MS = 300_000
const DEADLINE_IN_BRIEF_MS = 120_000

/** On a lawful server the run is to come to its own end, however busy the machine: no deadline comes before the verdict. */
const DEADLINE_OF_THE_LAWFUL_MS = 3_600_000

/** Where jobs never end, every run lasts as long as it may. */
const DEADLINE_OF_ENDLESS_JOBS_MS = 60_000

/** For faults that show where there is no room. */
const BURST = 8

/** Nothing needs more polls to show than this, and each costs time for each of the run's jobs. */
const MOST_POLLS = 5

/** Of a run: what it asks for. */
export type Attempt = { profile: Profile; only?: ClauseId }
export type Came = Omit<Outcome, 'seconds'>

export async function tryOnce({ profile, only }: Attempt, trial: OfOneServer, suites: readonly Suite[]): Promise<Came> {
  const { kind, subject, dialect } = trial
  const embedded = await started(trial)
  try {
    const breaks = 'breaks' in subject ? subject.breaks : undefined
    const bursts = profile !== 'smoke' && breaks && (kind !== 'fault' || clause(breaks).needs?.includes('burst'))
    const wishes = {
      ...WISHES,
      profile,
      seed: seedOf(trial),
      deadlineMs: deadlineOf(trial),
      ...(bursts && { burst: BURST }),
      ...(!isBroken(trial) && { generate: DRAWN_FOR_THE_LAWFUL[trial.brief ? 'brief' : 'whole'] }),
      ...(only && { only: [only] }),
    }
    const asked = suitesFor(breaks, suites)
    const { report, entries: recording } = await run({
      provision: embedded.provision,
      wishes,
      suites: asked,
      local: true,
    })
    const entries = [...recording]
    const failed = report.clauses.filter((each) => each.verdict === 'fail')
    const outcome = {
      kind,
      id: subject.id,
      dialect,
      profile,
      ...(only && { alone: true as const }),
      ...(breaks && { breaks }),
      ...(kind === 'fault' && subject.takes && { takes: subject.takes }),
      ...(kind === "stranger's fault" && standingOf(subject)),
      ...(kind === 'fault' && isMissedIn(dialect, subject) && { stillMissed: subject.stillMissed }),
      ...(breaks && { byItsClause: failed.some((each) => each.id === breaks) }),
      accused: failed.filter((each) => each.id !== breaks).map(accusation),
      presumed: kind === 'undecidable' ? presumed(report, subject.leaves) : [],
      faults: [
        ...report.faults,
        ...(kind === 'variant' || kind === 'stranger'
          ? [...withoutVerdict(report), ...notDescribed(report, entries)]
          : []),
      ],
      requests: report.budget.requests,
    }
    const decides = isRight(trial, failed, outcome)
    if (kind === 'fault' && decides) outcome.faults.push(...described(subject, report, entries))
    // A smaller profile that did not catch a fault is not the last word.
    if (!trial.brief && (decides || profile === 'full')) outcome.faults.push(...disagreements(report, entries, suites))
    return { ...outcome, right: outcome.faults.length === 0 && decides }
  } finally {
    await embedded.close()
  }
}

function isMissedIn(dialect: string, { stillMissed, stillMissedIn }: Fault): boolean {
  return stillMissed !== undefined && (stillMissedIn?.includes(dialect) ?? true)
}

function deadlineOf(trial: OfOneServer): number {
  if (trial.kind === 'variant' || trial.kind === 'stranger') return DEADLINE_OF_THE_LAWFUL_MS
  if (trial.kind !== 'fault') return DEADLINE_MS
  if (trial.subject.isEndless) return DEADLINE_OF_ENDLESS_JOBS_MS
  return trial.brief ? DEADLINE_IN_BRIEF_MS : DEADLINE_MS
}

/** The same for the same trial, whatever else is tried. */
function seedOf({ kind, subject, dialect }: OfOneServer): number {
  return createHash('sha256').update(`${kind} ${subject.id} in ${dialect}`).digest().readUInt32BE(0)
}

/** A process for each trial would cost more than all the rest; faults of other clauses have suites of their own. */
function suitesFor(breaks: ClauseId | undefined, suites: readonly Suite[]): readonly Suite[] {
  const judges = (suite: Suite) => suite.checks.some((check) => 'clause' in check && check.clause === breaks)
  return suites.filter((suite) => !suite.startsAProcess || breaks === undefined || judges(suite))
}

function isRight(
  { kind, subject }: OfOneServer,
  failed: readonly ClauseReport[],
  { presumed }: Pick<Outcome, 'presumed'>,
): boolean {
  if (kind === 'fault') return failed.some((each) => each.id === subject.breaks)
  // Whoever wrote it knew the law, and no list of ours: any clause may tell.
  if (kind === "stranger's fault") return failed.length > 0
  return kind === 'undecidable' ? presumed.length === 0 : failed.length === 0
}

function standingOf({ atFirstSight, stillMissed }: StrangerFault) {
  return { ...(atFirstSight && { atFirstSight }), ...(stillMissed !== undefined && { stillMissed }) }
}

function accusation({ id, expected, received }: ClauseReport): Accusation {
  return { clause: id, ...(expected && { expected }), ...(received && { received }) }
}

function presumed(report: Report, leaves: readonly ClauseId[]): Outcome['presumed'] {
  return leaves.flatMap((id) => {
    const verdict = report.clauses.find((each) => each.id === id)?.verdict
    return verdict === 'pass' || verdict === 'fail' ? [{ clause: clause(id).id, verdict }] : []
  })
}

/** A lawful server must not only go unaccused: the run has to come to a verdict on it. */
function withoutVerdict(report: Report): string[] {
  return report.verdict === 'inconclusive' ? [`the run has no verdict: ${report.reason}`] : []
}

/** What is wrong in the shape of one answer, the document must not let through. */
function described(fault: Fault, { target }: Report, entries: readonly HistoryEntry[]): string[] {
  const isUnseen = isOfShape(fault) && undescribedIn(entries, target.baseUrl, { evenTransient: true }).length === 0
  return isUnseen ? ['the OpenAPI document describes every answer of this run'] : []
}

/** Whatever a lawful server answers, the OpenAPI document leaves room for it. */
function notDescribed(report: Report, entries: readonly HistoryEntry[]): string[] {
  return undescribedIn(entries, report.target.baseUrl)
    .slice(0, 3)
    .map(({ n, why }) => `the OpenAPI document does not describe answer ${n}, to ${why}`)
}

/** The recorded run, read back, has to be judged as the live one was. */
function disagreements(report: Report, entries: readonly HistoryEntry[], suites: readonly Suite[]): string[] {
  const recorded = entries.map((entry) => JSON.parse(JSON.stringify(entry)) as HistoryEntry)
  const again = reportOf(judge(recorded, suites), recorded, report.history.sha256)
  return differences(JSON.parse(JSON.stringify(report)), again).map(
    ({ what, recorded: before, judged }) => `judged again, ${what} differs: ${before} became ${judged}`,
  )
}

function started(trial: OfOneServer): Promise<Embedded> {
  if (trial.kind === 'stranger' || trial.kind === "stranger's fault") return trial.subject.start().then(asEmbedded)
  const { subject, dialect } = trial
  const ownPolls = DIALECTS[dialect as keyof typeof DIALECTS].jobs.polls
  const polls = Math.min(MOST_POLLS, ownPolls)
  return startEmbedded({ dialect, polls, layers: [layerOf(subject)] })
}
