import { expect, it } from 'vitest'
import { sampleReport } from '../../runner/report/sample-report-for-tests.ts'
import { sampleVideo } from '../../runner/report/sample-videos-for-tests.ts'
import { BOUNDS } from '../../runner/settings/bounds/bounds.ts'
import { videos } from './videos.ts'

it('a page has cards of as many videos as it can hold, and says how many others there are', () => {
  const most = BOUNDS.pageVideoCharacters.most
  const told = (count: number) => videos({ ...sampleReport({}), videos: new Array(count).fill(sampleVideo()) }).text
  expect(told(10)).not.toContain('are in report.json')
  const many = told(3000)
  expect(many.length).toBeLessThan(most + 2000)
  expect(many.length).toBeGreaterThan(most * 0.9)
  const [, others] = /The other (\d+) are in report\.json\./.exec(many)!
  expect(Number(others)).toBeGreaterThan(2000)
})
