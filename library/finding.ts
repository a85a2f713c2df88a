import { REPORTERS } from '../reporters/index.ts'
import type { RunRecord } from '../reporters/reporter.ts'
import type { Answer, Failure, RequestTemplate } from '../runner/history/entry/exchange.ts'
import type { Report } from '../runner/report/report.ts'
import { UsageError } from '../runner/settings/target.ts'

/** A request and what came back. Keys stand in it as recipes such as {{A}}. */
export type Exchange = { n: number; request: RequestTemplate; answer?: Answer; failure?: Failure }

export type ReportName = 'json' | 'html' | 'junit' | 'ctrf' | 'har' | 'markdown'

/** What a run, or a judgement of what was recorded, has found. */
export type Finding = {
  report: Report
  /** One that the report names as evidence. */
  exchange(n: number): Exchange | undefined
  /** A report as text, as the command line would write it. */
  render(name: ReportName): string
}

export function findingOf(record: RunRecord): Finding {
  const { report, history } = record
  return {
    report,
    exchange: (n) => history.exchange(n),
    render(name) {
      if (!Object.hasOwn(REPORTERS, name))
        throw new UsageError(`there is no report ${name}. There are ${Object.keys(REPORTERS).join(', ')}`)
      return REPORTERS[name]!.render(record)
    },
  }
}
