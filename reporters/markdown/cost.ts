import type { Report } from '../../runner/report/report.ts'
import { mishapsInWords, spentInWords } from '../spent.ts'
import { videosInWords } from '../videos.ts'
import { prose } from './verbatim.ts'

export function cost(report: Report): string {
  const mishaps = mishapsInWords(report)
  const asked = mishaps.length === 0 ? '' : `\n\nMishaps of the network, asked again: ${prose(mishaps.join(', '))}`
  const videos = videosInWords(report)
  const looked = videos === undefined ? '' : `\n\n${prose(videos)}`
  return `### What it cost\n\n${prose(spentInWords(report).join(', '))}${looked}${asked}`
}
