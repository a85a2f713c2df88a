import { createHash } from 'node:crypto'
import type { ChangedServer } from '../fixtures/changes/changed-servers.ts'
import { asEmbedded, type Embedded, startEmbedded } from '../fixtures/embedded.ts'
import type { Fault, Takes } from '../fixtures/faults/fault.ts'
import { layerOf } from '../fixtures/layer-of.ts'
import type { FirstSight, Stranger, StrangerFault } from '../fixtures/strangers/index.ts'
import type { Undecidable } from '../fixtures/undecidable/undecidable.ts'
import type { Variant } from '../fixtures/variants/variant.ts'
import type { HistoryEntry } from '../runner/history/entries.ts'
import type { Suite } from '../runner/judging/check.ts'
import { judge } from '../runner/judging/judging.ts'
import { differences } from '../runner/report/differences.ts'
import type { ClauseReport, Report } from '../runner/report/report.ts'
import { reportOf } from '../runner/report/reporting.ts'
import { run } from '../runner/run/run.ts'
import { PROFILES, type Profile } from '../runner/settings/configuration.ts'
import { DIALECTS } from '../service/dialects/index.ts'
import { type ClauseId, clause } from '../spec/clauses.ts'
import { isOfShape, undescribedIn } from './described.ts'
import { type Sorted, sortOut } from './drift-trial.ts'

/** Fast polls and a short deadline: the service answers within a millisecond. */
const WISHES = { pollIntervalMs: 3, settleMs: 200 }

/** Each trial draws other requests than the next: together, lawful servers meet far more than one run's worth of them. */
const DRAWN_FOR_THE_LAWFUL = { whole: 200, brief: 100 }

/** Faults may have jobs that never end. */
const DEADLINE_MS = 300_000

/** On a lawful server the run is to come to its own end, however busy the machine: no deadline comes before the verdict. */
const DEADLINE_OF_THE_LAWFUL_MS = 3_600_000

/** Where jobs never end, every run lasts as long as it may. */
const DEADLINE_OF_ENDLESS_JOBS_MS = 60_000

/** For faults that show where there is no room. */
const BURST = 8

/** Nothing needs more polls to show than this, and each costs time for each of the run's jobs. */
const MOST_POLLS = 5

export type Trial = {
  dialect: string
  /** In brief, a fault is asked of its clause alone, before all else; what is lawful meets the profile standard only; judging again is left to the others. */
  brief?: true
} & (
  | { kind: 'fault'; subject: Fault }
  | { kind: 'variant'; subject: Variant }
  | { kind: 'undecidable'; subject: Undecidable }
  | { kind: 'stranger'; subject: Stranger }
  | { kind: "stranger's fault"; subject: StrangerFault }
  | { kind: 'change'; subject: ChangedServer }
)

/** Of one server, which the suite judges; a change is of two. */
type OfOneServer = Exclude<Trial, { kind: 'change' }>

type Accusation = { clause: ClauseId; expected?: string; received?: string }

export type Outcome = {
  kind: Trial['kind']
  id: string
  dialect: string
  /** The smallest profile that caught a fault, or the last that did not. */
  profile: Profile
  /** Only the clause that the fault breaks was asked about, and has caught it. */
  alone?: true
  /** A fault is caught by its clause; a variant is not accused; where nothing can be said, nothing is; a change is sorted as its writer said. */
  right: boolean
  /** The clause that a fault breaks. */
  breaks?: ClauseId
  /** What it takes to see a fault, where that is more than one request. */
  takes?: Takes
  /** Whether a fault was caught by the very clause that it breaks. */
  byItsClause?: boolean
  atFirstSight?: FirstSight
  stillMissed?: string
  /** What drift made of a change. */
  drift?: Sorted
  /** What failed although nothing, or something else, was wrong. */
  accused: Accusation[]
  /** What had to stay without a verdict, and got one. */
  presumed: { clause: ClauseId; verdict: string }[]
  /** It was tried once more, with nothing else under way, and this came of it. */
  again?: true
  /** What went wrong in the suite itself. */
  faults: string[]
  requests: number
  seconds: number
}

function started(trial: OfOneServer): Promise<Embedded> {
  if (trial.kind === 'stranger' || trial.kind === "stranger's fault") return trial.subject.start().then(asEmbedded)
  const { subject, dialect } = trial
  const ownPolls = DIALECTS[dialect as keyof typeof DIALECTS].jobs.polls
  const polls = Math.min(MOST_POLLS, ownPolls)
  return startEmbedded({ dialect, polls, layers: [layerOf(subject)] })
}

/**
 * A lawful server meets everything there is. A fault meets the profiles one after the other, up to the first that catches
 * it: what a small one has caught need not be caught by a larger one, which asks the same and more.
 */
export async function tryOut(trial: Trial, suites: readonly Suite[]): Promise<Outcome> {
  const began = performance.now()
  const outcome = await (trial.kind === 'change' ? tryOutChange(trial, suites) : tryOutOneServer(trial, suites))
  return { ...outcome, seconds: Math.round((performance.now() - began) / 100) / 10 }
}

type Came = Omit<Outcome, 'seconds'>

async function tryOutOneServer(trial: OfOneServer, suites: readonly Suite[]): Promise<Came> {
  const attempts = attemptsOf(trial)
  let requests = 0
  for (const attempt of attempts) {
    const outcome = await tryOutWith(attempt, trial, suites)
    requests += outcome.requests
    if (outcome.right || outcome.faults.length > 0 || attempt === attempts.at(-1)) return { ...outcome, requests }
  }
  throw new Error('nothing was tried')
}

type OfAChange = Extract<Trial, { kind: 'change' }>

async function tryOutChange({ kind, subject, dialect }: OfAChange, suites: readonly Suite[]): Promise<Came> {
  const { id, sortedOtherwise } = subject
  const standing = sortedOtherwise !== undefined && { stillMissed: sortedOtherwise }
  return { kind, id, dialect, ...(await sortOut(subject, suites)), ...standing, accused: [], presumed: [] }
}

type Attempt = { profile: Profile; only?: ClauseId }

function attemptsOf(trial: OfOneServer): Attempt[] {
  if (!isBroken(trial)) return [{ profile: trial.brief && trial.kind !== 'undecidable' ? 'standard' : 'full' }]
  const whole = PROFILES.map((profile): Attempt => ({ profile }))
  if (!trial.brief || trial.kind !== 'fault') return whole
  const only = trial.subject.breaks
  return [{ profile: 'standard', only }, { profile: 'full', only }, ...whole]
}

const isBroken = ({ kind }: Trial) => kind === 'fault' || kind === "stranger's fault"

async function tryOutWith({ profile, only }: Attempt, trial: OfOneServer, suites: readonly Suite[]): Promise<Came> {
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
      ...(kind === 'fault' && subject.stillMissed !== undefined && { stillMissed: subject.stillMissed }),
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

function deadlineOf(trial: OfOneServer): number {
  if (trial.kind === 'variant' || trial.kind === 'stranger') return DEADLINE_OF_THE_LAWFUL_MS
  return trial.kind === 'fault' && trial.subject.isEndless ? DEADLINE_OF_ENDLESS_JOBS_MS : DEADLINE_MS
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
  const isUnseen = isOfShape(fault) && undescribedIn(entries, target.baseUrl).length === 0
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
