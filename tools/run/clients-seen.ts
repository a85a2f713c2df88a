import type { WhyToStop } from '../../engine/judge/clients/judging.ts'
import { runToEnd } from '../../engine/judge/judging.ts'
import type { ClientReport } from '../../reporters/outcome/clients/report.ts'
import { clientReportOf } from '../../reporters/outcome/clients/reporting.ts'
import type { Run } from '../../reporters/outcome/run.ts'
import { clientJudging } from '../../suites/clients/index.ts'

/** What the clients did whose traffic was seen; nothing where a run of ours asked everything itself. */
export function clientsSeen(
  { report, judgement: { began }, entries }: Run,
  whyToStop?: () => WhyToStop | undefined,
): ClientReport | undefined {
  if (!began.observed || began.observed.byRun) return undefined
  const { startedAt, seconds, target } = report
  const { strict } = began.configuration
  const judgement = runToEnd(clientJudging().judging(entries), whyToStop)
  return clientReportOf({ parts: [{ judgement }], startedAt, seconds, strict, target })
}
