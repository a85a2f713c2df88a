import { createHash } from 'node:crypto'
import type { HistoryEntry } from '../../engine/history/entry/entries.ts'
import type { Suite } from '../../engine/judge/check.ts'
import { judge } from '../../engine/judge/judging.ts'
import { asEmbedded, type Embedded, startEmbedded } from '../../fixtures/embedded.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { differences } from '../../reporters/outcome/differences.ts'
import type { ClauseReport, Report } from '../../reporters/outcome/report.ts'
import { reportOf } from '../../reporters/outcome/reporting.ts'
import { run } from '../../reporters/outcome/run.ts'
import { DIALECTS } from '../../service/dialects/index.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'
import { undescribedIn } from './described.ts'
import { sortOut } from './drift-trial.ts'
import { type Failed, isBroken, type OfOneServer, type Outcome, type Trial } from './trial.ts'

/** The servers answer within a millisecond. */
const WISHES = { pollIntervalMs: 3, settleMs: 200 }
const BURST = 8
/** Nothing needs more polls to show than this. */
const MOST_POLLS = 5
/** Together, conforming servers meet far more random requests than one run sends. */
const GENERATED = 200

const DEADLINE_MS = 120_000
/** Runs on servers with endless jobs last until the deadline, as do some with the checks of one clause. */
const SHORT_DEADLINE_MS = 60_000
/** A run on a conforming server must finish, however busy the machine is. */
const DEADLINE_OF_CONFORMING_MS = 3_600_000

type Came = Omit<Outcome, 'seconds'>

/** First runs only the checks of the clause that the fault violates, in a small profile, then all if these miss it. */
export async function tryOut(trial: Trial, suites: readonly Suite[]): Promise<Outcome> {
  const began = performance.now()
  const came = await (trial.kind === 'change' ? tryOutChange(trial, suites) : tryOutServer(trial, suites))
  return { ...came, seconds: Math.round((performance.now() - began) / 100) / 10 }
}

async function tryOutServer(trial: OfOneServer, suites: readonly Suite[]): Promise<Came> {
  if (!('breaks' in trial.subject)) return runOn(trial, suites)
  const only = trial.subject.breaks
  let requests = 0
  for (const profile of ['standard', 'full'] as const) {
    const alone = await runOn({ ...trial, profile }, suites, only)
    requests += alone.requests
    if (alone.right || alone.faults.length > 0) return { ...alone, requests }
  }
  const whole = await runOn({ ...trial, profile: 'full' }, suites)
  return { ...whole, requests: requests + whole.requests }
}

async function tryOutChange(
  { kind, subject, dialect }: Extract<Trial, { kind: 'change' }>,
  suites: readonly Suite[],
): Promise<Came> {
  const { id, sortedOtherwise } = subject
  const known = sortedOtherwise !== undefined && { stillMissed: sortedOtherwise }
  return { kind, id, dialect, ...(await sortOut(subject, suites)), ...known, failed: [], presumed: [] }
}

async function runOn(trial: OfOneServer, suites: readonly Suite[], only?: ClauseId): Promise<Came> {
  const { kind, subject, dialect, profile } = trial
  const breaks = 'breaks' in subject ? subject.breaks : undefined
  // The self-check knows whether its own faults show in a 429.
  const needsBurst = kind !== 'fault' || clause(subject.breaks).needs?.includes('burst')
  const embedded = await started(trial)
  try {
    const { report, entries: recording } = await run({
      provision: embedded.provision,
      wishes: {
        ...WISHES,
        profile,
        seed: seedOf(trial),
        deadlineMs: deadlineOf(trial, only !== undefined),
        ...(needsBurst && { burst: BURST }),
        ...(!isBroken(trial) && { generate: GENERATED }),
        ...(only && { only: [only] }),
      },
      suites: suitesFor(breaks, suites),
      local: true,
    })
    const failed = report.clauses.filter(({ verdict }) => verdict === 'fail')
    const presumed = kind === 'undecidable' ? presumedIn(report, subject.leaves) : []
    const faults = [...report.faults]
    if (only === undefined) {
      const entries = [...recording]
      faults.push(...disagreements(report, entries, suites))
      if (kind === 'variant' || kind === 'implementation')
        faults.push(...withoutVerdict(report), ...notDescribed(report, entries))
    }
    const others = failed.filter(({ id }) => id !== breaks)
    return {
      ...{ kind, id: subject.id, dialect, presumed, faults, requests: report.budget.requests },
      ...(breaks && { breaks, byItsClause: others.length < failed.length }),
      ...(kind === 'fault' && subject.takes && { takes: subject.takes }),
      ...whyMissed(trial),
      failed: others.map(failedOf),
      right: faults.length === 0 && isRight(trial, failed, presumed.length),
    }
  } finally {
    await embedded.close()
  }
}

function isRight({ kind, subject }: OfOneServer, failed: readonly ClauseReport[], presumed: number): boolean {
  if (kind === 'fault') return failed.some(({ id }) => id === subject.breaks)
  // Its author did not choose a clause, so any may catch it.
  if (kind === 'implementation fault') return failed.length > 0
  return kind === 'undecidable' ? presumed === 0 : failed.length === 0
}

function whyMissed({ kind, subject, dialect }: OfOneServer): { stillMissed?: string } {
  if (kind !== 'fault' && kind !== 'implementation fault') return {}
  const isIn = kind !== 'fault' || (subject.stillMissedIn?.includes(dialect) ?? true)
  return subject.stillMissed !== undefined && isIn ? { stillMissed: subject.stillMissed } : {}
}

function deadlineOf(trial: OfOneServer, isAlone: boolean): number {
  if (trial.kind === 'variant' || trial.kind === 'implementation') return DEADLINE_OF_CONFORMING_MS
  return isAlone || (trial.kind === 'fault' && trial.subject.isEndless) ? SHORT_DEADLINE_MS : DEADLINE_MS
}

/** The same seed for the same trial, independent of others. */
function seedOf({ kind, subject, dialect, seed }: OfOneServer): number {
  return createHash('sha256').update(`${kind} ${subject.id} in ${dialect} ${seed}`).digest().readUInt32BE(0)
}

/** Suites that start a process are slow: they run only for faults of their own clauses. */
function suitesFor(breaks: ClauseId | undefined, suites: readonly Suite[]): readonly Suite[] {
  const judges = (suite: Suite) => suite.checks.some((check) => 'clause' in check && check.clause === breaks)
  return suites.filter((suite) => !suite.startsAProcess || breaks === undefined || judges(suite))
}

function failedOf({ id, expected, received }: ClauseReport): Failed {
  return { clause: id, ...(expected && { expected }), ...(received && { received }) }
}

function presumedIn(report: Report, leaves: readonly ClauseId[]): Outcome['presumed'] {
  return report.clauses
    .filter(({ id, verdict }) => leaves.includes(id) && (verdict === 'pass' || verdict === 'fail'))
    .map(({ id, verdict }) => ({ clause: id, verdict }))
}

function withoutVerdict({ verdict, reason }: Report): string[] {
  return verdict === 'inconclusive' ? [`the run has no verdict: ${reason}`] : []
}

/** The OpenAPI document must describe every response of a conforming server. */
function notDescribed(report: Report, entries: readonly HistoryEntry[]): string[] {
  return undescribedIn(entries, report.target.baseUrl)
    .slice(0, 3)
    .map(({ n, why }) => `the OpenAPI document does not describe response ${n}, to ${why}`)
}

/** The recorded run, judged again, must get the verdicts of the live one. */
function disagreements(report: Report, entries: readonly HistoryEntry[], suites: readonly Suite[]): string[] {
  const recorded = entries.map((entry) => JSON.parse(JSON.stringify(entry)) as HistoryEntry)
  const again = reportOf(judge(recorded, suites), recorded, report.history.sha256)
  return differences(JSON.parse(JSON.stringify(report)), again).map(
    ({ what, recorded: before, judged }) => `recomputed offline, ${what} differs: ${before} became ${judged}`,
  )
}

function started(trial: OfOneServer): Promise<Embedded> {
  if (trial.kind === 'implementation' || trial.kind === 'implementation fault')
    return trial.subject.start().then(asEmbedded)
  const { subject, dialect } = trial
  const polls = Math.min(MOST_POLLS, DIALECTS[dialect as keyof typeof DIALECTS].jobs.polls)
  return startEmbedded({ dialect, polls, layers: [layerOf(subject)] })
}
