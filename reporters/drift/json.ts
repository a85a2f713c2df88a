import type { DriftReport } from '../../drift/report.ts'
import { escapeObeyed } from '../../runner/writing/escaped.ts'

export function driftJson(report: DriftReport): string {
  return `${escapeObeyed(JSON.stringify(report, null, 2))}\n`
}
