import { join } from 'node:path'
import { HISTORY_FILE } from '../runner/folder/files.ts'
import type { ClientReport } from '../runner/report/clients/report.ts'
import { differences } from '../runner/report/differences.ts'
import { recordOf } from '../runs/perform.ts'
import { recordedReport, recordedRun } from '../runs/recorded-run.ts'
import { judgeTraffic } from '../runs/traffic.ts'
import { type Finding, findingOf } from './finding.ts'

/** Traffic that a browser, a proxy or a test run has recorded. */
export type RecordedTraffic = {
  /** HTTP Archive 1.2, as text or as an object. */
  har: string | object
  /** The server that is judged. Default: the one that most of it is for. */
  baseUrl?: string | undefined
  /** A broken should clause fails, too. */
  strict?: boolean | undefined
}

export type JudgeResult = Finding & {
  /** Where the report of a recorded run says something else than its history. */
  differences: { what: string; recorded: string; judged: string }[]
  /** What the clients did, where it is traffic that something else recorded. */
  client?: ClientReport
}

/** Verdicts again, offline: of the run recorded in a folder, or on traffic that something else recorded. */
export async function judge(recorded: string | RecordedTraffic): Promise<JudgeResult> {
  if (typeof recorded === 'string') {
    const run = recordedRun(recorded)
    const told = recordedReport(recorded)
    const finding = findingOf(recordOf(run, join(recorded, HISTORY_FILE)))
    return { ...finding, differences: told ? differences(told, run.report) : [] }
  }
  const { har, baseUrl, strict } = recorded
  const text = typeof har === 'string' ? har : JSON.stringify(har)
  const { record, client } = judgeTraffic(text, 'har', { baseUrl, strict })
  return { ...findingOf(record), differences: [], ...(client && { client }) }
}
