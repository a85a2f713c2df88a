import { expect, test } from 'vitest'
import type { Progress } from '../engine/run/progress.ts'
import { progressLine } from './progress.ts'

const progress: Progress = {
  seconds: 72.9,
  checksDone: 14,
  checks: 31,
  jobs: { unfinished: 1, ended: 2, last: 'running' },
  requests: 88,
}

test('the progress line never reaches the edge of the terminal', () => {
  for (const width of [10, 40, 80]) expect(progressLine(progress, width).length).toBeLessThan(width)
})

test('a status invented by the server cannot move the cursor', () => {
  expect(progressLine({ ...progress, jobs: { unfinished: 1, ended: 0, last: '\u001b[2J' } }, 120)).toContain(
    '\\u001b[2J',
  )
})
