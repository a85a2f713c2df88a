import { expect, it } from 'vitest'
import { skip } from '../../engine/judge/verdict.ts'
import { sampleReport } from '../outcome/sample-report-for-tests.ts'
import { sampleVideo } from '../outcome/sample-videos-for-tests.ts'
import { standingOfVideo } from '../outcome/videos.ts'
import { MOST_CHARACTERS, videos } from './videos.ts'

it('a page has a limited number of video cards, and says how many are left out', () => {
  const most = MOST_CHARACTERS
  const told = (count: number) => videos({ ...sampleReport({}), videos: new Array(count).fill(sampleVideo()) }).text
  expect(told(10)).not.toContain('are in report.json')
  const many = told(3000)
  expect(many.length).toBeLessThan(most + 2000)
  expect(many.length).toBeGreaterThan(most * 0.9)
  const [, others] = /The other (\d+) are in report\.json\./.exec(many)!
  expect(Number(others)).toBeGreaterThan(2000)
})

it('marks a video as passed only if the run tested the clauses of all findings', () => {
  const tested = sampleReport({})
  const untested = sampleReport({ 'media.duration': skip('not in profile smoke') })
  const video = sampleVideo()
  expect(video.findings.map(({ clause }) => clause)).toContain('media.duration')
  expect(standingOfVideo(video, tested)?.tone).toBe('good')
  expect(standingOfVideo(video, untested)).toBeUndefined()
})
