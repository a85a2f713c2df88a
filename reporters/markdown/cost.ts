import type { Report } from '../outcome/report.ts'
import { balanceInWords, mishapsInWords, spentInWords, uncertaintiesInWords } from '../outcome/spent.ts'
import { videosInWords } from '../outcome/videos.ts'
import { prose } from './verbatim.ts'

export function cost(report: Report): string {
  const mishaps = mishapsInWords(report)
  const asked = mishaps.length === 0 ? '' : `\n\nRequests retried: ${prose(mishaps.join(', '))}`
  const videos = videosInWords(report)
  const balance = balanceInWords(report)
  const moved = balance === undefined ? '' : `\n\n${prose(balance)}`
  const looked = videos === undefined ? '' : `\n\n${prose(videos)}`
  const unknown = uncertaintiesInWords(report).map((each) => `\n\n${prose(each)}`)
  return `### Cost of the run\n\n${prose(spentInWords(report).join(', '))}${moved}${looked}${asked}${unknown.join('')}`
}
