import { atOnce } from '../runner/judging/at-once.ts'
import { FollowingClients } from '../runner/judging/clients/following.ts'
import type { WhyToStop } from '../runner/judging/clients/judging.ts'
import type { ClientReport } from '../runner/report/clients/report.ts'
import { clientReportOf } from '../runner/report/clients/reporting.ts'
import type { Run } from '../runner/run/run.ts'
import { clientJudging } from '../suites/clients/index.ts'

/** What the clients did whose traffic was seen; nothing where a run of ours asked everything itself. */
export function clientsSeen(
  { report, judgement: { began }, entries }: Run,
  whyToStop?: () => WhyToStop | undefined,
): ClientReport | undefined {
  if (!began.observed || began.observed.byRun) return undefined
  const { startedAt, seconds, target } = report
  const { strict } = began.configuration
  const judgement = atOnce(new FollowingClients(clientJudging()).judging(entries), whyToStop)
  return clientReportOf({ parts: [{ judgement }], startedAt, seconds, strict, target })
}
