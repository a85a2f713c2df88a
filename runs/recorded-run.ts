import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HISTORY_FILE, REPORT_FILE } from '../runner/folder/files.ts'
import { UnreadableHistory } from '../runner/history/history.ts'
import type { Report } from '../runner/report/report.ts'
import { type Run, rejudge } from '../runner/run/run.ts'
import { UsageError } from '../runner/settings/target.ts'
import { SUITES } from '../suites/index.ts'

/** The run that was recorded in a folder, judged again from its history. */
export function recordedRun(dir: string): Run {
  const path = join(dir, HISTORY_FILE)
  if (!existsSync(path))
    throw new UsageError(
      `${dir} holds no recorded run (${HISTORY_FILE} is missing): name the folder that "gatecheck run --out" wrote`,
    )
  try {
    return rejudge(path, SUITES)
  } catch (error) {
    if (error instanceof UnreadableHistory) throw new UsageError(error.message)
    throw error
  }
}

/** What the run itself said, where it left a report. */
export function recordedReport(dir: string): Report | undefined {
  const path = join(dir, REPORT_FILE)
  if (!existsSync(path)) return undefined
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    throw new UsageError(`${path} is not JSON`)
  }
}
