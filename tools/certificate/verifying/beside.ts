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

/** What was looked at besides, and what was not: whoever reads that all agrees has to know what all of it is. */
export type LookedAt = {
  problems: Problem[]
  at: string[]
  /** Not there, or nobody said where. */
  not: string[]
  /** Files of a run of which nothing here can tell whether they are as they were. */
  uncovered: string[]
}

/** The reports beside a recorded run: what its history gives has to stand in them, and what the certificate covers. */
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
    // What can be drawn anew may have been, since; of all else there is the digest alone.
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

/** What differs from what the history gives; undefined where nobody draws that file anew. */
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

/** Those that runs write, and those of any name that the certificate covers. */
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
