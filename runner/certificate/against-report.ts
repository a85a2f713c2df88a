import { differences } from '../differences.ts'
import type { Report } from '../report.ts'
import { harmless, type Problem } from './problem.ts'

/** Where the report that lies beside a recorded run says something else than its history, judged again. */
export function againstReport(told: Report, judged: Report): Problem[] {
  return differences(told, judged).map(({ what, recorded, judged: expected }) =>
    harmless({ what: 'report-differs', where: `report.json: ${what}`, expected, found: recorded }),
  )
}
