import { conclude } from '../outcome/conclusion.ts'
import type { Report } from '../outcome/report.ts'
import type { RunRecord } from '../reporter.ts'
import { causes, obstacles } from './causes.ts'
import { cost } from './cost.ts'
import { counts } from './counts.ts'
import { fitted } from './fitting.ts'
import { knownFailures } from './known-failures.ts'
import { notJudged } from './not-judged.ts'
import { seeMore } from './see-more.ts'
import { staleWaivers } from './stale-waivers.ts'
import { suiteFaults } from './suite-faults.ts'
import { code, prose } from './verbatim.ts'
import { wrongVideos } from './videos.ts'

/** For a pull request or the summary of a CI step: verdict, failures, and where to find the rest. */
export function markdownReport(record: RunRecord): string {
  const { report } = record
  const first = [heading(report), counts(report)]
  const last = [cost(report), seeMore(record)]
  const middle = [
    suiteFaults(report),
    staleWaivers(report),
    knownFailures(record),
    obstacles(record),
    causes(record),
    wrongVideos(report),
    notJudged(report),
  ].flat()
  return fitted({ first, middle, last })
}

function heading(report: Report): string {
  const { word, words } = conclude(report)
  return `## gatecheck: ${word}\n\n**${word}** for ${code(report.target.baseUrl)}: ${prose(words)}`
}
