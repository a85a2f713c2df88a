import { UsageError } from '../engine/config/target.ts'
import type { Answer, Failure, RequestTemplate } from '../engine/history/entry/exchange.ts'
import { REPORTERS } from '../reporters/index.ts'
import type { Report } from '../reporters/outcome/report.ts'
import type { RunRecord } from '../reporters/reporter.ts'

/** Request and response. Keys are redacted: {{A}}. */
export type Exchange = { n: number; request: RequestTemplate; answer?: Answer; failure?: Failure }

export type ReportName = 'json' | 'html' | 'junit' | 'ctrf' | 'har' | 'markdown' | 'traces'

/** Result of a run, or of judging recorded traffic. */
export type Finding = {
  report: Report
  /** An exchange that the report names as evidence. */
  exchange(n: number): Exchange | undefined
  /** Renders a report as the command line writes it. */
  render(name: ReportName): string
}

export function findingOf(record: RunRecord): Finding {
  const { report, history } = record
  return {
    report,
    exchange: (n) => history.exchange(n),
    render(name) {
      if (!Object.hasOwn(REPORTERS, name))
        throw new UsageError(`Unknown report ${name}. Reports: ${Object.keys(REPORTERS).join(', ')}`)
      return REPORTERS[name]!.render(record)
    },
  }
}
