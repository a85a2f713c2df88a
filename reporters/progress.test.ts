import { expect, test } from 'vitest'
import type { Progress } from '../runner/run/progress.ts'
import { progressLine, progressNote } from './progress.ts'

const progress: Progress = {
  seconds: 72.9,
  checksDone: 14,
  checks: 31,
  jobs: { unfinished: 1, ended: 2, last: 'running' },
  requests: 88,
}

test('the progress line tells time, checks, jobs and requests', () => {
  expect(progressLine(progress, 120)).toBe(
    '1 min 12 s  14/31 checks  1 job unfinished (last seen running), 2 ended  88 requests',
  )
})

test('the progress line never reaches the edge of the terminal', () => {
  for (const width of [10, 40, 80]) expect(progressLine(progress, width).length).toBeLessThan(width)
})

test('the note for logs says the same in a sentence', () => {
  expect(progressNote(progress)).toBe(
    '1 min 12 s: 14 of 31 checks done, 1 job unfinished (last seen running), 2 ended, 88 requests',
  )
  expect(progressNote({ ...progress, seconds: 1, jobs: { unfinished: 0, ended: 0 }, requests: 1 })).toBe(
    '1 s: 14 of 31 checks done, no job yet, 1 request',
  )
})

test('a status that the server invented cannot move the cursor', () => {
  expect(progressLine({ ...progress, jobs: { unfinished: 1, ended: 0, last: '\u001b[2J' } }, 120)).toContain(
    '\\u001b[2J',
  )
})
