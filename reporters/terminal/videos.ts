import type { VideoReport } from '../outcome/delivered.ts'
import { brief, outcomeInWords, rowsOf, standingOfVideo } from '../outcome/videos.ts'
import { nameOfJob } from '../words/places.ts'
import { STYLE_OF } from './paint.ts'
import type { Screen } from './screen.ts'
import { cut } from './wrapping.ts'

/** A line for each inspected video: requested and delivered values. */
export function videos({ report, width, paint }: Screen): string[] {
  if (report.videos.length === 0) return []
  const names = report.videos.map(
    ({ submission, again }) => `${nameOfJob(submission, report)}${again ? ', again' : ''}`,
  )
  const longest = Math.max(...names.map(({ length }) => length))
  return [
    paint('strong', 'videos'),
    ...report.videos.map((video, index) => {
      const { sign, tone } = standingOfVideo(video, report) ?? { sign: '·', tone: 'none' }
      return `  ${paint(STYLE_OF[tone], sign)} ${cut(`${names[index]!.padEnd(longest)}  ${inALine(video)}`, width - 4)}`
    }),
  ]
}

function inALine(video: VideoReport): string {
  const rows = rowsOf(video)
  const asked = rows.flatMap((row) => (row.asked === 'default' ? [] : [row.asked]))
  const came = video.delivered && [
    ...rows.map(({ delivered }) => delivered),
    brief(`${video.delivered.container} ${video.delivered.codec}`, 40),
  ]
  return `${asked.join(' ')} → ${brief(outcomeInWords(video) ?? came?.join(' ') ?? '', 200)}`
}
