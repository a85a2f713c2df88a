import type { ExpectedFailure, ExpectedFailures } from '../../engine/config/expected.ts'
import { EMBEDDED } from '../../engine/config/target.ts'
import { expectedText, readExpected } from '../../engine/expected/file.ts'
import { type FailedKind, failedKinds } from '../../engine/expected/kinds.ts'
import { entriesFor, type ListToWrite, listAfter, sortedOut } from '../../engine/expected/list.ts'
import type { Began, HistoryEntry } from '../../engine/history/entry/entries.ts'
import { isObservation } from '../../engine/judge/check.ts'
import { type Judgement, judge } from '../../engine/judge/judging.ts'
import { writeWhole } from '../../engine/writing/write-file.ts'
import type { Run } from '../../reporters/outcome/run.ts'
import { clause } from '../../spec/clauses.ts'
import { SUITES } from '../../suites/index.ts'
import { recordedRun } from './recorded-run.ts'

const CHECKS = SUITES.flatMap(({ checks }) => checks).filter((check) => !isObservation(check))
const CHECK_IDS = CHECKS.map(({ id }) => id)

/** Failures that would fail the run without a list. */
function failingKinds({ judged, facts, began }: Judgement): FailedKind[] {
  const { strict, waive = [] } = began.configuration
  const waived = new Set(waive.map((each) => each.clause))
  return failedKinds(judged, facts).filter(
    ({ clause: id }) => !waived.has(id) && (clause(id).level === 'must' || strict),
  )
}

/** Writes the failures of a run as known failures. `ended`: entries whose last day is past. */
export function writeKnownFailures(
  file: string,
  { judgement, entries: recording }: Run,
): { entries: number; kept: number; ended: ExpectedFailure[] } {
  const { began } = judgement
  const { expected: list } = began.configuration
  const failed = failingKinds(judgement)
  const target = began.target.embedded ? EMBEDDED : began.target.baseUrl
  const after = listAfter(list, { judgement, recording, failed, checks: CHECK_IDS, target })
  writeWhole(file, expectedText(after))
  const { failures } = readExpected(file)
  const ended = failures.filter(({ until }) => until !== undefined && until < began.startedAt.slice(0, 10))
  return { entries: failures.length, kept: failures.length - entriesFor(failed).length, ended }
}

/** What an upgrade adds to a list: failures in a recorded run that only checks newer than the list find. */
export function upgradeOf(list: ExpectedFailures, dir: string): { added: ListToWrite['failures']; list: ListToWrite } {
  const { entries } = recordedRun(dir)
  const history = [...entries].map((entry) => (entry.kind === 'began' ? withAllChecks(entry) : entry))
  const judgement = judge(history, SUITES)
  const { newChecks } = sortedOut(list, failingKinds(judgement), judgement.began.startedAt)
  const added = entriesFor(newChecks)
  const checks = [...new Set([...list.checks, ...CHECK_IDS])]
  const { file: _, failures, version: _before, ...rest } = list
  const { version } = judgement.began.suite
  return { added, list: { ...rest, version, checks, failures: [...failures, ...added] } }
}

/** Makes the run use all checks of this version. */
function withAllChecks(began: Began): HistoryEntry {
  const planned = new Set(began.planned.map(({ id }) => id))
  const added = CHECKS.filter(({ id }) => !planned.has(id)).map(({ id, phases }) => ({
    ...{ id, phases: phases.map(({ name }) => name) },
  }))
  return { ...began, planned: [...began.planned, ...added] }
}
