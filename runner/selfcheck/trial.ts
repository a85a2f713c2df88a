import { DIALECTS } from '../../fixtures/dialects/index.ts'
import type { Fault } from '../../fixtures/faults/fault.ts'
import type { Stranger } from '../../fixtures/strangers/index.ts'
import type { Undecidable } from '../../fixtures/undecidable/undecidable.ts'
import type { Variant } from '../../fixtures/variants/variant.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'
import type { Suite } from '../check.ts'
import { differences } from '../differences.ts'
import { asEmbedded, type Embedded, startEmbedded } from '../embedded.ts'
import type { HistoryEntry } from '../exchange.ts'
import { judge } from '../judging.ts'
import type { ClauseReport, Report } from '../report.ts'
import { reportOf } from '../reporting.ts'
import { run } from '../run.ts'

/** Fast polls and a short deadline: the service answers within a millisecond. */
const WISHES = { pollIntervalMs: 3, settleMs: 150, seed: 1 }

/** Faults may have jobs that never end; on a lawful server the run is to come to its own end, however busy the machine. */
const DEADLINE_MS = { fault: 60_000, variant: 300_000, undecidable: 300_000, stranger: 300_000 }

/** For faults that show where there is no room. */
const BURST = 8

/** Nothing needs more polls to show than this, and each costs time for each of the run's jobs. */
const MOST_POLLS = 10

export type Trial = { dialect: string } & (
  | { kind: 'fault'; subject: Fault }
  | { kind: 'variant'; subject: Variant }
  | { kind: 'undecidable'; subject: Undecidable }
  | { kind: 'stranger'; subject: Stranger }
)

type Accusation = { clause: ClauseId; expected?: string; received?: string }

export type Outcome = {
  kind: Trial['kind']
  id: string
  dialect: string
  /** A fault is caught by its clause; a variant is not accused; where nothing can be said, nothing is. */
  right: boolean
  /** The clause that a fault breaks. */
  breaks?: ClauseId
  /** What failed although nothing, or something else, was wrong. */
  accused: Accusation[]
  /** What had to stay without a verdict, and got one. */
  presumed: { clause: ClauseId; verdict: string }[]
  /** What went wrong in the suite itself. */
  faults: string[]
  requests: number
}

function started(trial: Trial): Promise<Embedded> {
  if (trial.kind === 'stranger') return trial.subject.start().then(asEmbedded)
  const { subject, dialect } = trial
  const options = 'options' in subject ? subject.options : {}
  const ownPolls = DIALECTS[dialect as keyof typeof DIALECTS].jobs.polls
  const polls = Math.min(MOST_POLLS, ownPolls)
  return startEmbedded({ dialect, patch: subject.patch.bind(subject), polls, ...options })
}

export async function tryOut(trial: Trial, suites: readonly Suite[]): Promise<Outcome> {
  const { kind, subject, dialect } = trial
  const embedded = await started(trial)
  try {
    const breaks = kind === 'fault' ? subject.breaks : undefined
    const deadlineMs = DEADLINE_MS[kind]
    const wishes = { ...WISHES, deadlineMs, ...(breaks && clause(breaks).needs?.includes('burst') && { burst: BURST }) }
    const { report, entries } = await run({ provision: embedded.provision, wishes, suites, local: true })
    const failed = report.clauses.filter((each) => each.verdict === 'fail')
    const outcome = {
      kind,
      id: subject.id,
      dialect,
      ...(breaks && { breaks }),
      accused: failed.filter((each) => each.id !== breaks).map(accusation),
      presumed: kind === 'undecidable' ? presumed(report, subject.leaves) : [],
      faults: [
        ...report.faults,
        ...(kind === 'fault' ? [] : disagreements(report, entries, suites)),
        ...(kind === 'variant' || kind === 'stranger' ? withoutVerdict(report) : []),
      ],
      requests: report.budget.requests,
    }
    return { ...outcome, right: outcome.faults.length === 0 && isRight(trial, failed, outcome) }
  } finally {
    await embedded.close()
  }
}

function isRight(
  { kind, subject }: Trial,
  failed: readonly ClauseReport[],
  { presumed }: Pick<Outcome, 'presumed'>,
): boolean {
  if (kind === 'fault') return failed.some((each) => each.id === subject.breaks)
  return kind === 'undecidable' ? presumed.length === 0 : failed.length === 0
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

/** The recorded run, read back, has to be judged as the live one was. */
function disagreements(report: Report, entries: readonly HistoryEntry[], suites: readonly Suite[]): string[] {
  const recorded = entries.map((entry) => JSON.parse(JSON.stringify(entry)) as HistoryEntry)
  const again = reportOf(judge(recorded, suites), recorded, report.history.sha256)
  return differences(JSON.parse(JSON.stringify(report)), again).map(
    ({ what, recorded: before, judged }) => `judged again, ${what} differs: ${before} became ${judged}`,
  )
}
