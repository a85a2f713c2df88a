import { queryObjects } from 'node:v8'
import { expect, it } from 'vitest'
import { History } from '../../engine/history/history.ts'
import { runAgainst } from './run-for-tests.ts'

/** Whoever runs many in one process, as a self-check does, pays for each of them until its deadline otherwise. */
it('keeps nothing of a run that is over, though its deadline has not come', async () => {
  for (let run = 0; run < 3; run++) await runAgainst({}, { profile: 'smoke', deadlineMs: 3_600_000 })
  // The last one may still be at hand somewhere.
  expect(queryObjects(History, { format: 'count' })).toBeLessThanOrEqual(1)
})
