import type { VideoReport } from '../outcome/delivered.ts'
import type { Report } from '../outcome/report.ts'
import { brief, furtherWrongs, gravestFirst, isWrong, outcomeInWords, rowsOf } from '../outcome/videos.ts'
import { counted } from '../words/counted.ts'
import { nameOfJob } from '../words/places.ts'
import { prose } from './verbatim.ts'

const MOST_SHOWN = 10

/** A table of the wrong videos, with expected and delivered values. */
export function wrongVideos(report: Report): string[] {
  const wrong = gravestFirst(report).filter(isWrong)
  if (wrong.length === 0) return []
  const rows = wrong
    .slice(0, MOST_SHOWN)
    .map((video) => [nameOfJob(video.submission, report), askedFor(video), whatIsWrong(video)])
  const more = wrong.length - MOST_SHOWN
  const table = [['job', 'requested', 'differences'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.map(inACell).join(' | ')} |`)
    .join('\n')
  return [
    `### Videos that differ from the request\n\n${table}`,
    ...(more > 0 ? [`And ${counted(more, 'more video')}.`] : []),
  ]
}

const askedFor = (video: VideoReport) =>
  rowsOf(video)
    .flatMap(({ asked }) => (asked === 'open' ? [] : [asked]))
    .join(', ')

function whatIsWrong(video: VideoReport): string {
  const outcome = outcomeInWords(video)
  const found = [...rowsOf(video).flatMap(({ finding }) => (finding ? [finding] : [])), ...furtherWrongs(video)]
  const told = found.flatMap((finding) => (finding.is === 'wrong' ? [finding.received] : []))
  return [...(outcome === undefined ? [] : [outcome]), ...told].map((each) => prose(brief(each, 200))).join('; ')
}

/** A bar ends the cell, even in code. */
const inACell = (text: string) => text.replaceAll('|', '¦')
