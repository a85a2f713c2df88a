import { escapeObeyed } from '../../../engine/writing/escaped.ts'
import type { DriftReport } from '../report.ts'

export function driftJson(report: DriftReport): string {
  return `${escapeObeyed(JSON.stringify(report, null, 2))}\n`
}
