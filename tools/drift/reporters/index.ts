import type { LogEntry } from '../log.ts'
import type { DriftReport } from '../report.ts'
import type { Places } from './commands.ts'
import { driftJson } from './json.ts'
import { driftJUnit } from './junit.ts'
import { driftMarkdown } from './markdown.ts'
import { driftPage } from './page/page.ts'

/** Data for a report besides the check. */
type Beside = Places & {
  /** Earlier checks, and this one. */
  log?: readonly LogEntry[]
}

/** Turns a check into the text of a file. It reads nothing else, writes nothing and never exits. */
export type DriftReporter = {
  /** File name in the folder of the check. */
  file: string
  render(report: DriftReport, beside?: Beside): string
}

export const DRIFT_REPORTERS: Record<string, DriftReporter> = {
  json: { file: 'drift.json', render: driftJson },
  html: { file: 'drift.html', render: (report, { log, ...places } = {}) => driftPage(report, log, places) },
  junit: { file: 'drift-junit.xml', render: driftJUnit },
  markdown: { file: 'drift.md', render: driftMarkdown },
}
