import { describe, expect, it } from 'vitest'
import { moveUnseen, passesThreeStates, unfinishedJobs } from '../../fixtures/faults/advancement/unseen-moves.ts'
import { around } from '../../service/interface/behaviour.ts'
import type { Patch } from '../../service/layers.ts'
import { accusing, jobsOf, watch } from './phase-for-tests.ts'

/** Each reading of usage moves every job that is under way. */
const movedByReadings: Patch = (behaviour, world) => {
  passesThreeStates(behaviour, world)
  const unfinished = unfinishedJobs(behaviour, world)
  around(behaviour, 'usage', (next, caller) => {
    for (const job of unfinished()) moveUnseen(job, 1, behaviour, world)
    return next(caller)
  })
}

describe('a job that did not rest', () => {
  it('accuses nobody where the jobs of the user are used up before the second trio is whole', async () => {
    const run = await watch({ patch: movedByReadings }, { profile: 'standard', maxJobs: 7 })
    expect(jobsOf(run)).toHaveLength(4)
    expect(accusing(run)).toEqual([])
  })
})
