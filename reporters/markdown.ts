import type { Report } from '../runner/report/report.ts'
import { conclude } from './conclusion.ts'
import { causes } from './markdown/causes.ts'
import { cost } from './markdown/cost.ts'
import { counts } from './markdown/counts.ts'
import { fitted } from './markdown/fitting.ts'
import { notJudged } from './markdown/not-judged.ts'
import { seeMore } from './markdown/see-more.ts'
import { staleWaivers } from './markdown/stale-waivers.ts'
import { suiteFaults } from './markdown/suite-faults.ts'
import { code, prose } from './markdown/verbatim.ts'
import { wrongVideos } from './markdown/videos.ts'
import type { RunRecord } from './reporter.ts'

/** For a pull request or the summary of a CI step: the verdict, what lies behind it, and where the rest is. */
export function markdownReport(record: RunRecord): string {
  const { report } = record
  const first = [heading(report), counts(report)]
  const last = [cost(report), seeMore(record)]
  const middle = [
    suiteFaults(report),
    staleWaivers(report),
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
