import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../engine/config/target.ts'
import { recordedIn, UnreadableHistory } from '../../engine/history/recorded.ts'
import { beginningOf } from '../../engine/history/recording.ts'
import { HISTORY_FILE } from '../../engine/run/folder/files.ts'
import type { Report } from '../../reporters/outcome/report.ts'
import { recordedReport } from './recorded-run.ts'

/** A run that another one is compared with. */
export type EarlierRun = { report: Report; embedded: boolean }

/** The run in a folder. Undefined if it cannot be read: it is needed for a comparison only. */
export function earlierRunIn(dir: string): EarlierRun | undefined {
  const path = join(dir, HISTORY_FILE)
  try {
    const report = recordedReport(dir)
    const began = existsSync(path) ? beginningOf(recordedIn(path)) : undefined
    return report && began && { report, embedded: began.target.embedded === true }
  } catch (error) {
    const isUnreadable = error instanceof UsageError || error instanceof UnreadableHistory
    if (isUnreadable || (error instanceof Error && 'syscall' in error)) return undefined
    throw error
  }
}

/** The report to compare with. Undefined if it is of another server; the embedded service gets another port each time. */
export function comparableReport(
  earlier: EarlierRun | undefined,
  { baseUrl, embedded }: { baseUrl: string; embedded?: boolean | undefined },
): Report | undefined {
  const isSame = embedded ? earlier?.embedded : earlier?.report.target.baseUrl === baseUrl
  return isSame ? earlier?.report : undefined
}
