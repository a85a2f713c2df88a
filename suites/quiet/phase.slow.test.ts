import { describe, expect, it } from 'vitest'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import { moveUnseen, passesThreeStates, unfinishedJobs } from '../../fixtures/faults/advancement/unseen-moves.ts'
import { around } from '../../service/interface/behaviour.ts'
import type { Patch } from '../../service/layers.ts'
import { exchangesOf } from '../whole-runs/run-for-tests.ts'
import { QUIET } from './phase.ts'
import { failing, isSubmission, jobsOf, ofThePhase, watch } from './phase-for-tests.ts'
import { livesIn } from './trios.ts'

/** How often the server advanced each job. */
function countsMoves(moves: Map<string, number>): Patch {
  return (behaviour) =>
    around(behaviour, 'advance', (next, job) => {
      const moved = next(job)
      if (moved !== job) moves.set(job.id, (moves.get(job.id) ?? 0) + 1)
      return moved
    })
}

describe('while a job rests', () => {
  it('it is not polled, and no other phase sends requests', async () => {
    const moves = new Map<string, number>()
    const run = await watch({ patch: countsMoves(moves) })
    const all = exchangesOf(run).toSorted((one, other) => one.n - other.n)
    const lives = livesIn(ofThePhase(run))
    expect(lives.map(({ states }) => states.length)).toEqual([6, 6, 6, 6])
    for (const { submission, evidence } of lives) {
      const reads = all.filter(({ purpose, n }) => purpose.job === submission && n <= evidence.at(-1)!)
      expect(reads.map(({ n }) => n)).toEqual(evidence.slice(1))
      const { id } = run.report.jobs.find((job) => job.submission === submission)!
      expect(moves.get(id)).toBe(evidence.length - 1)
    }
    const [first, last] = [ofThePhase(run)[0]!.n, ofThePhase(run).at(-1)!.n]
    const others = all.filter(({ n, purpose }) => n >= first && n <= last && purpose.by !== QUIET.name)
    expect(others.map(({ n }) => n)).toEqual([])
  })

  it('all possible causes are tried, and its polls are refused', async () => {
    const run = await watch()
    const [from, to] = livesIn(ofThePhase(run)).find(({ role }) => role.pace === 'rested')!.evidence as [number, number]
    const during = ofThePhase(run).filter(({ n }) => n > from && n < to)
    const cases = during.map(({ purpose }) => purpose.case ?? '')
    for (const what of ['without a key', 'with an unknown key', 'with a revoked key', 'by another account'])
      expect(cases).toContain(`a poll ${what}`)
    for (const what of ['GET /usage', 'GET /models', 'GET /capacity', 'GET /billing/balance'])
      expect(cases).toContain(`${what} while a job rests`)
    expect(cases.some((each) => each.startsWith('an invalid body'))).toBe(true)
    const finished = new Map(run.report.jobs.map(({ submission, states }) => [submission, states.at(-1)![0]]))
    const ended = during.flatMap(({ at, purpose: { job } }) =>
      job !== undefined && at > finished.get(job)! ? [job] : [],
    )
    const bySubmission = new Map(exchangesOf(run).map((each) => [each.n, keyOf(each.request)]))
    expect(new Set(ended.map((job) => bySubmission.get(job)))).toEqual(new Set(['A', 'A2', 'B']))
    // Three other jobs, and the one that is left alone after some polls.
    expect(during.filter(isSubmission)).toHaveLength(4)
  })
})

/** Each reading of usage advances every unfinished job. */
const movedByReadings: Patch = (behaviour, world) => {
  passesThreeStates(behaviour, world)
  const unfinished = unfinishedJobs(behaviour, world)
  around(behaviour, 'usage', (next, caller) => {
    for (const job of unfinished()) moveUnseen(job, 1, behaviour, world)
    return next(caller)
  })
}

describe('a job that is advanced', () => {
  it('fails no check if --max-jobs is used up before the second trio is complete', async () => {
    const run = await watch({ patch: movedByReadings }, { profile: 'standard', maxJobs: 7 })
    expect(jobsOf(run)).toHaveLength(4)
    expect(failing(run)).toEqual([])
  })
})
