import { join } from 'node:path'
import { HISTORY_FILE } from '../engine/run/folder/files.ts'
import type { ClientReport } from '../reporters/outcome/clients/report.ts'
import { differences } from '../reporters/outcome/differences.ts'
import { recordOf } from '../tools/run/perform.ts'
import { recordedReport, recordedRun } from '../tools/run/recorded-run.ts'
import { judgeTraffic } from '../tools/run/traffic.ts'
import { type Finding, findingOf } from './finding.ts'

/** Traffic recorded by a browser, a proxy or a test. */
export type RecordedTraffic = {
  /** HTTP Archive 1.2, as text or as an object. */
  har: string | object
  /** Server to judge. Default: the one with the most requests */
  baseUrl?: string | undefined
  /** Fail on should clauses, too. Default: false */
  strict?: boolean | undefined
}

export type JudgeResult = Finding & {
  /** Differences between the report of a recorded run and its history. */
  differences: { what: string; recorded: string; judged: string }[]
  /** Report on the clients, if the traffic is not a run of gatecheck. */
  client?: ClientReport
}

/** Judges a recorded run (folder) or a HAR, offline. */
export async function judge(recorded: string | RecordedTraffic): Promise<JudgeResult> {
  if (typeof recorded === 'string') {
    const run = recordedRun(recorded)
    const earlier = recordedReport(recorded)
    const finding = findingOf(recordOf(run, join(recorded, HISTORY_FILE)))
    return { ...finding, differences: earlier ? differences(earlier, run.report) : [] }
  }
  const { har, baseUrl, strict } = recorded
  const text = typeof har === 'string' ? har : JSON.stringify(har)
  const { record, client } = judgeTraffic(text, 'har', { baseUrl, strict })
  return { ...findingOf(record), differences: [], ...(client && { client }) }
}
