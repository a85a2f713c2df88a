import type { ClientReport } from '../../engine/report/clients/report.ts'
import { escapeObeyed } from '../../engine/writing/escaped.ts'

/** client.json, for programs: what it holds is said by client.schema.json. */
export function clientJson(report: ClientReport): string {
  return `${escapeObeyed(JSON.stringify(report, null, 2))}\n`
}
