import type { Report } from '../runner/report/report.ts'
import { escapeObeyed } from '../runner/writing/escaped.ts'

export function jsonReport(report: Report): string {
  return `${escapeObeyed(JSON.stringify(report, null, 2))}\n`
}
