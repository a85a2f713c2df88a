import { queryObjects } from 'node:v8'
import { expect, it } from 'vitest'
import { History } from '../../engine/history/history.ts'
import { runAgainst } from './run-for-tests.ts'

/** Otherwise a process with many runs, such as a self-check, would hold each of them in memory until its deadline. */
it('releases a finished run before its deadline', async () => {
  for (let run = 0; run < 3; run++) await runAgainst({}, { profile: 'smoke', deadlineMs: 3_600_000 })
  // The last one may still be referenced.
  expect(queryObjects(History, { format: 'count' })).toBeLessThanOrEqual(1)
})
