import { differences } from '../../../reporters/outcome/differences.ts'
import type { Report } from '../../../reporters/outcome/report.ts'
import { harmless, type Problem } from './problem.ts'

/** Where the report beside a history is not exactly the one that the history gives. */
export function againstReport(told: string, text: string, judged: Report): Problem[] {
  if (told === text) return []
  const found = differencesIn(told, judged).map(({ what, recorded, judged: expected }) =>
    harmless({ what: 'report-differs', where: `report.json: ${what}`, expected, found: recorded }),
  )
  if (found.length > 0) return found
  const expected = 'the report that the history produces, byte for byte'
  return [{ what: 'report-differs', where: 'report.json', expected, found: 'something else' }]
}

/** A tampered report may have any form. */
function differencesIn(told: string, judged: Report) {
  try {
    return differences(JSON.parse(told) as Report, judged)
  } catch {
    return []
  }
}
