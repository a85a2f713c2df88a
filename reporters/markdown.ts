import type { Report } from '../runner/report/report.ts'
import { conclude } from './conclusion.ts'
import { counted } from './counted.ts'
import { causes } from './markdown/causes.ts'
import { cost } from './markdown/cost.ts'
import { counts } from './markdown/counts.ts'
import { notJudged } from './markdown/not-judged.ts'
import { seeMore } from './markdown/see-more.ts'
import { staleWaivers } from './markdown/stale-waivers.ts'
import { suiteFaults } from './markdown/suite-faults.ts'
import { code, prose } from './markdown/verbatim.ts'
import type { RunRecord } from './reporter.ts'

/** A step summary that is too long is not shown at all. */
const MOST_BYTES = 190_000

/** For a pull request or the summary of a CI step: the verdict, what lies behind it, and where the rest is. */
export function markdownReport(record: RunRecord): string {
  const { report } = record
  const first = [heading(report), counts(report)]
  const last = [cost(report), seeMore(record)]
  const middle = [suiteFaults(report), staleWaivers(report), causes(record), notJudged(report)].flat()
  return `${[...first, ...fitting(middle, MOST_BYTES - bytesOf([...first, ...last])), ...last].join('\n\n')}\n`
}

function heading(report: Report): string {
  const { word, words } = conclude(report)
  return `## gatecheck: ${word}\n\n**${word}** for ${code(report.target.baseUrl)}: ${prose(words)}`
}

/** Whole blocks only: what is cut in the middle may end inside a fence. */
function fitting(blocks: readonly string[], most: number): string[] {
  const kept: string[] = []
  let left = most - 200
  for (const block of blocks) {
    left -= bytesOf([block])
    if (left < 0) break
    kept.push(block)
  }
  const missing = blocks.length - kept.length
  if (missing === 0) return kept
  return [...kept, `… ${counted(missing, 'further part')} would make this too long; the other reports have them.`]
}

const bytesOf = (blocks: readonly string[]) => blocks.reduce((sum, block) => sum + Buffer.byteLength(block) + 2, 0)
