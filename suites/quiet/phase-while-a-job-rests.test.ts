import { describe, expect, it } from 'vitest'
import { costFaults } from '../../fixtures/faults/accounts/costs-of-refusals.ts'
import { moveUnseen, passesThreeStates, unfinishedJobs } from '../../fixtures/faults/advancement/unseen-moves.ts'
import { keyOf } from '../../runner/history/reading/who-asks.ts'
import { around } from '../../service/interface/behaviour.ts'
import type { Patch } from '../../service/layers.ts'
import { exchangesOf } from '../whole-runs/run-for-tests.ts'
import { lengthOf, livesIn } from './lives.ts'
import { QUIET } from './phase.ts'
import { accusing, allPass, isSubmission, jobsOf, ofThePhase, verdicts, watch } from './phase-for-tests.ts'

/** How often the server moved each job, whoever made it do so. */
function countsMoves(moves: Map<string, number>): Patch {
  return (behaviour) =>
    around(behaviour, 'advance', (next, job) => {
      const moved = next(job)
      if (moved !== job) moves.set(job.id, (moves.get(job.id) ?? 0) + 1)
      return moved
    })
}

describe('while a job rests', () => {
  it('nobody polls it, and nothing but the phase touches the server', async () => {
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

  it('is for longer than its slow twin took, and no job of the phase but it is under way', async () => {
    const run = await watch()
    const all = livesIn(ofThePhase(run))
    const slow = all.find(({ role }) => role.pace === 'slow')!
    const rested = all.filter(({ role }) => role.pace === 'rested')
    expect(rested).toHaveLength(2)
    for (const { role, at } of rested) {
      const after = role.pace === 'rested' ? role.after : 0
      expect(at[after + 1]! - at[after]!).toBeGreaterThan(lengthOf(slow))
    }
    for (const [index, life] of all.entries()) expect(life.at[0]).toBeGreaterThan(all[index - 1]?.at.at(-1) ?? 0)
  })

  it('everything comes to pass that may move it, and its own polls are refused', async () => {
    const run = await watch()
    const [from, to] = livesIn(ofThePhase(run)).find(({ role }) => role.pace === 'rested')!.evidence as [number, number]
    const during = ofThePhase(run).filter(({ n }) => n > from && n < to)
    const cases = during.map(({ purpose }) => purpose.case ?? '')
    for (const what of ['without a key', 'with an unknown key', 'with a revoked key', 'by another account'])
      expect(cases).toContain(`a poll ${what}`)
    for (const what of ['GET /usage', 'GET /models', 'GET /capacity', 'GET /billing/balance'])
      expect(cases).toContain(`${what} while a job rests`)
    expect(cases.some((each) => each.startsWith('a body to be refused'))).toBe(true)
    const finished = new Map(run.report.jobs.map(({ submission, states }) => [submission, states.at(-1)![0]]))
    const ended = during.flatMap(({ at, purpose: { job } }) =>
      job !== undefined && at > finished.get(job)! ? [job] : [],
    )
    const bySubmission = new Map(exchangesOf(run).map((each) => [each.n, keyOf(each.request)]))
    expect(new Set(ended.map((job) => bySubmission.get(job)))).toEqual(new Set(['A', 'A2', 'B']))
    expect(during.filter(isSubmission)).toHaveLength(3)
  })
})

/** One job under way in all accounts together. */
const oneForAll: Patch = (behaviour, world) => {
  const unfinished = unfinishedJobs(behaviour, world)
  around(behaviour, 'room', () => 1 - unfinished().length)
}

const { patch: countsALackOfRoom } = costFaults.find(({ id }) => id === 'lack-of-room-counted-in-usage')!

describe('a server with room for one job', () => {
  it('is asked twice for more while a job rests, and for nothing that it has no room for', async () => {
    const run = await watch({ capacity: 1 })
    expect(run.report.reason).toBeUndefined()
    expect(verdicts(run)).toEqual(allPass)
    const whileOneRests = jobsOf(run).filter((each) => each.endsWith('while one rests'))
    expect(whileOneRests).toEqual(['B: one more job of key B while one rests'])
    expect(jobsOf(run).filter((each) => each.startsWith('A: one more job'))).toHaveLength(2)
    const refused = ofThePhase(run).filter((each) => isSubmission(each) && each.answer?.status === 429)
    // Twice while the first rests, and once more while the second does.
    expect(refused.map(({ request }) => keyOf(request))).toEqual(['A', 'A', 'A', 'A'])
    const readings = ofThePhase(run).filter(({ purpose }) => purpose.case?.endsWith('after a lack of room of key A'))
    expect(new Set(readings.map(({ purpose }) => / reading \d+/.exec(purpose.case!)?.[0])).size).toBe(2)
  })

  it('that counts a lack of room as a job is heard of, though what it was asked for before might lag', async () => {
    const run = await watch({ capacity: 1, patch: countsALackOfRoom })
    expect(accusing(run)).toEqual(['quiet.refusals-cost-nothing'])
  })

  it.each(['single-seat', 'plain'])(
    'may be full for everybody, in the dialect %s, without being waited for',
    async (dialect) => {
      const run = await watch({ dialect, patch: oneForAll })
      expect(run.report.reason).toBeUndefined()
      expect(verdicts(run)).toEqual(allPass)
      expect(jobsOf(run)).toHaveLength(7)
    },
  )
})

/** The oldest alone goes on, whoever is polled. */
const oneAfterTheOther: Patch = (behaviour, world) => {
  const unfinished = unfinishedJobs(behaviour, world)
  around(behaviour, 'advance', (next, job) => (unfinished()[0]?.id === job.id ? next(job) : job))
}

it('a job that stands behind the one that rests is not waited for, and ends behind it', async () => {
  const run = await watch({ patch: oneAfterTheOther }, { profile: 'standard' })
  expect(run.report.faults).toEqual([])
  expect(accusing(run)).toEqual([])
  expect(jobsOf(run).at(-1)).toBe('A: one more job of key A while one rests')
  const polls = run.report.jobs.map(({ states }) => states.length)
  expect(Math.max(...polls)).toBeLessThan(30)
  expect(run.report.jobs.every(({ states }) => states.at(-1)![1] === 'succeeded')).toBe(true)
  expect(run.report.checks.find(({ id }) => id === 'quiet.unpolled-job-rests')?.verdict).toBe('pass')
})

it('a queue that anything moves but polls is found out, though another job stood behind the one that rests', async () => {
  const movedByReadings: Patch = (behaviour, world) => {
    passesThreeStates(behaviour, world)
    oneAfterTheOther(behaviour, world)
    const unfinished = unfinishedJobs(behaviour, world)
    around(behaviour, 'usage', (next, caller) => {
      const [first] = unfinished()
      if (first) moveUnseen(first, 1, behaviour, world)
      return next(caller)
    })
  }
  const run = await watch({ patch: movedByReadings }, { profile: 'standard' })
  expect(accusing(run)).toEqual(['quiet.unpolled-job-rests'])
})
