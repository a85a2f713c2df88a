import type { Report } from '../engine/report/report.ts'
import { escapeObeyed } from '../engine/writing/escaped.ts'

export function jsonReport(report: Report): string {
  return `${escapeObeyed(JSON.stringify(report, null, 2))}\n`
}
