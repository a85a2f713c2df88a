import { describe, expect, it } from 'vitest'
import { moveUnseen, passesThreeStates, unfinishedJobs } from '../../fixtures/faults/advancement/unseen-moves.ts'
import { around } from '../../service/interface/behaviour.ts'
import type { Patch } from '../../service/layers.ts'
import type { Job } from '../../service/store/job.ts'
import { advancement } from './advancement.ts'
import { lengthOf, livesIn } from './lives.ts'
import { accusing, jobsOf, ofThePhase, watch } from './phase-for-tests.ts'

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
  it('is looked into cause by cause, and the one found is tried again with twins of its own', async () => {
    const run = await watch({ patch: movedByReadings }, { profile: 'standard' })
    expect(jobsOf(run).map((each) => each.replace(/^.*?: /, ''))).toEqual([
      'trio 1: fast',
      'trio 1: slow',
      'trio 1: rested while everything at once',
      'one more job of key A while one rests',
      'trio 1: rested while time',
      'trio 1: rested while readings',
      'trio 2: fast',
      'trio 2: slow',
      'trio 2: rested while readings',
    ])
    expect(accusing(run)).toEqual(['quiet.unpolled-job-rests'])
    const [, slow, , rested] = livesIn(ofThePhase(run))
    expect(rested?.role).toMatchObject({ cause: 'time' })
    expect(rested!.at[1]! - rested!.at[0]!).toBeGreaterThan(lengthOf(slow!))
  })

  it('accuses nobody where the jobs of the user are used up before the second trio is whole', async () => {
    const run = await watch({ patch: movedByReadings }, { profile: 'standard', maxJobs: 8 })
    expect(jobsOf(run)).toHaveLength(5)
    expect(accusing(run)).toEqual([])
  })
})

/** The job with this number, counted from the introduction's, stays on its way for ever. */
function neverEnds(number: number): Patch {
  return (behaviour) => {
    const ids: string[] = []
    around(behaviour, 'createJob', (next, caller, order) => {
      const job = next(caller, order)
      ids.push(job.id)
      return job
    })
    around(behaviour, 'advance', (next, job): Job => {
      if (job.id !== ids[number]) return next(job)
      return { ...job, step: job.step + 1, status: 'running', stage: 'generating' }
    })
  }
}

describe('a job that never ends', () => {
  const ids = advancement.map(({ id }) => id)

  it.each([
    ['fast twin', 1],
    ['slow twin', 2],
    ['rested job', 3],
  ])('as the %s ends the phase and accuses nobody of moving jobs', async (_, number) => {
    const run = await watch({ patch: neverEnds(number) }, { profile: 'standard' })
    expect(run.report.faults).toEqual([])
    expect(livesIn(ofThePhase(run)).map(({ ended }) => ended)).toEqual([true, true, false].slice(-number))
    for (const { id, verdict } of run.report.checks.filter((each) => ids.includes(each.id)))
      expect({ id, verdict }).toEqual({ id, verdict: 'inconclusive' })
    expect(accusing(run)).toEqual([])
  })

  it.each([
    ['its twin', 2],
    ['the first job of the run', 1],
  ])('is given up after far more polls than %s needed, before the deadline', async (_, number) => {
    const run = await watch({ patch: neverEnds(number) }, { profile: 'standard' })
    const lives = livesIn(ofThePhase(run))
    expect(lives.map(({ ended }) => ended)).toEqual([true, false].slice(-number))
    expect(lives.at(-1)).toMatchObject({ states: { length: 200 } })
    expect(run.report.checks.find(({ id }) => id === ids[0])).toMatchObject({
      verdict: 'inconclusive',
      reason: 'no two jobs came to their ends to compare with',
    })
  })
})
