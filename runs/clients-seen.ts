import type { ClientReport } from '../runner/report/clients/report.ts'
import { clientReportOf } from '../runner/report/clients/reporting.ts'
import type { Run } from '../runner/run/run.ts'
import { judgeClient } from '../suites/clients/index.ts'

/** What the clients did whose traffic was seen; nothing where a run of ours asked everything itself. */
export function clientsSeen({ report, judgement: { began }, entries }: Run): ClientReport | undefined {
  if (!began.observed || began.observed.byRun) return undefined
  const { startedAt, seconds, target } = report
  const { strict } = began.configuration
  return clientReportOf({ parts: [{ judgement: judgeClient(entries) }], startedAt, seconds, strict, target })
}
