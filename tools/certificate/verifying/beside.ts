import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '../../../engine/config/limits.ts'
import {
  CERTIFICATE_FILE,
  CERTIFICATE_PAGE,
  HISTORY_FILE,
  isOfARun,
  REPORT_FILE,
  REPORT_PAGE,
} from '../../../engine/run/folder/files.ts'
import { bytesGiven } from '../../../engine/writing/read-file.ts'
import { jsonReport } from '../../../reporters/json.ts'
import type { Run } from '../../../reporters/outcome/run.ts'
import type { Statement } from '../document/statement.ts'
import { againstFiles, filesCoveredBy } from './against-files.ts'
import { againstReport } from './against-report.ts'
import { againstReportPage } from './pages.ts'
import type { Problem } from './problem.ts'

/** Files that were checked and that were not, so that readers know what the result covers. */
export type LookedAt = {
  problems: Problem[]
  at: string[]
  /** Missing, or without a known place. */
  not: string[]
  /** Files of a run that cannot be verified. */
  uncovered: string[]
}

/** Checks the reports beside a recorded run against its history and the certificate. */
export function besideHistory(dir: string, run: Run, statement: Statement | undefined): LookedAt {
  const covered = statement ? filesCoveredBy(statement) : new Map<string, string>()
  const files = reportsIn(dir, [...covered.keys()])
  const made = [...files].map(([name, bytes]) => ({ name, sha256: sha256Of(bytes) }))
  const isAsCovered = (name: string) => covered.get(name) === made.find((each) => each.name === name)?.sha256
  const problems: Problem[] = []
  const at: string[] = []
  const uncovered: string[] = []
  for (const [name, bytes] of files) {
    const found = drawnAnew(name, bytes.toString(), { dir, run, isAsCovered: isAsCovered(name) })
    // A report that can be regenerated may have been; for all others only the digest counts.
    problems.push(
      ...(found ??
        (statement
          ? againstFiles(
              statement,
              made.filter((each) => each.name === name),
            )
          : [])),
    )
    if (found || covered.has(name)) at.push(name)
    else uncovered.push(name)
  }
  const missing = [...covered.keys()].filter((name) => !files.has(name))
  const expected = [...new Set([REPORT_FILE, REPORT_PAGE, ...missing])].filter((name) => !files.has(name))
  return {
    problems,
    at: [HISTORY_FILE, ...at],
    not: expected.map((name) => `${name} (not in ${dir})`),
    uncovered,
  }
}

/** Differences from the history; undefined for files that cannot be regenerated. */
function drawnAnew(
  name: string,
  told: string,
  { dir, run, isAsCovered }: { dir: string; run: Run; isAsCovered: boolean },
): Problem[] | undefined {
  if (name === REPORT_FILE) return againstReport(told, jsonReport(run.report), run.report)
  if (name === REPORT_PAGE) return isAsCovered ? [] : againstReportPage(told, dir, run)
  return undefined
}

const LOOKED_AT_ELSEWHERE: readonly string[] = [HISTORY_FILE, CERTIFICATE_FILE, CERTIFICATE_PAGE]

/** Files that runs write, and all files that the certificate covers. */
function reportsIn(dir: string, covered: readonly string[]): Map<string, Buffer> {
  const names = readdirSync(dir).filter(
    (name) =>
      (isOfARun(name) || covered.includes(name)) &&
      !LOOKED_AT_ELSEWHERE.includes(name) &&
      statSync(join(dir, name)).isFile(),
  )
  const most = LIMITS.givenRecordBytes
  return new Map(names.toSorted().map((name) => [name, bytesGiven(join(dir, name), join(dir, name), { most })]))
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
