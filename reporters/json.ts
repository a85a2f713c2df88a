import { escapeObeyed } from '../engine/writing/escaped.ts'
import type { Report } from './outcome/report.ts'

export function jsonReport(report: Report): string {
  return `${escapeObeyed(JSON.stringify(report, null, 2))}\n`
}
