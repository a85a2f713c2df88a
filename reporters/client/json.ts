import { escapeObeyed } from '../../engine/writing/escaped.ts'
import type { ClientReport } from '../outcome/clients/report.ts'

/** client.json, described by client.schema.json. */
export function clientJson(report: ClientReport): string {
  return `${escapeObeyed(JSON.stringify(report, null, 2))}\n`
}
