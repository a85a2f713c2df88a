import type { Report } from '../runner/report.ts'
import type { ExchangeLookup } from './broken.ts'
import { jsonReport } from './json.ts'
import { junitReport } from './junit.ts'

/** A reporter turns a finished run into the text of a file. It reads nothing else, writes nothing and never exits. */
export type Reporter = {
  /** The name of its file in the folder of the run. */
  file: string
  render(report: Report, exchange: ExchangeLookup): string
}

export const REPORTERS: Record<string, Reporter> = {
  json: { file: 'report.json', render: jsonReport },
  junit: { file: 'junit.xml', render: junitReport },
}
