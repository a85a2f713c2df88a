import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { around, type Behaviour } from '../../service/interface/behaviour.ts'
import { accepted, clauseOf, exchangesOf, failed, runAgainst } from '../whole-runs/run-for-tests.ts'

/** Whole runs against servers with little room, little money, little time or no patience: all of them lawful. */

/** Only so that nothing waits for ever: no verdict hangs on it. */
const PATIENT = { deadlineMs: 900_000 }

type Run = Awaited<ReturnType<typeof runAgainst>>
type Answered = ReturnType<Behaviour['submit']>

/** Every submission with a good key, counted from one. */
const onSubmission =
  (answer: (nth: number, behaviour: Behaviour) => Answered | undefined) => (behaviour: Behaviour) => {
    let nth = 0
    around(behaviour, 'submit', (next, caller, incoming) => answer(++nth, behaviour) ?? next(caller, incoming))
  }

const met = (run: Run, status: number) => exchangesOf(run).filter(({ answer }) => answer?.status === status)
const unfinished = ({ report }: Run) =>
  report.jobs.filter(({ states }) => !['succeeded', 'failed'].includes(states.at(-1)?.[1] ?? ''))
const withoutVerdict = ({ report }: Run) => report.clauses.filter(({ verdict }) => verdict === 'inconclusive')

const CREDITS = /402.*credits or rights may have run out/

function expectNobodyAccused(run: Run): void {
  expect(run.report.faults).toEqual([])
  expect(failed(run)).toEqual([])
  expect(run.report.jobs).toHaveLength(accepted(run.arrived).length)
  expect(unfinished(run)).toEqual([])
}

/** They wait far more than they work, so they wait together. */
describe.concurrent('a run', () => {
  it('holds no 429 against a server with room for one unfinished job, however many are sent at once', async () => {
    const run = await runAgainst({ capacity: 1 }, { burst: 4, ...PATIENT })
    expect(met(run, 429).length).toBeGreaterThan(0)
    expectNobodyAccused(run)
    expect(withoutVerdict(run)).toEqual([])
    expect(run.report.exit).toBe(0)
    expect(clauseOf(run, 'capacity.retry-after-present')).toMatchObject({ verdict: 'pass' })
    expect(clauseOf(run, 'capacity.waiting-helps')).toMatchObject({ verdict: 'pass' })
  })

  it('holds no 429 against a server that answers it to every third submission, good or bad', async () => {
    const noRoom = (behaviour: Behaviour) => behaviour.refuse('capacity_exceeded', { headers: { 'retry-after': '0' } })
    const everyThird = onSubmission((nth, behaviour) => (nth % 3 === 0 ? noRoom(behaviour) : undefined))
    const run = await runAgainst({ patch: everyThird }, { profile: 'standard', ...PATIENT })
    expect(met(run, 429).length).toBeGreaterThan(10)
    expectNobodyAccused(run)
    expect(withoutVerdict(run)).toEqual([])
    expect(run.report.exit).toBe(0)
  })

  it('fails no clause when credits run out after submission 30, and names that reason for each clause without a verdict', async () => {
    const noCredits = onSubmission((nth, behaviour) =>
      nth > 30 ? behaviour.refuse('invalid_request', { status: 402, message: 'Credits are used up.' }) : undefined,
    )
    const run = await runAgainst({ patch: noCredits }, { profile: 'standard', complete: true, ...PATIENT })
    expect(met(run, 402).length).toBeGreaterThan(0)
    expectNobodyAccused(run)
    const left = withoutVerdict(run).filter(({ level }) => level === 'must')
    expect(left.map(({ id }) => id)).toContain('submission.combinations-accepted')
    expect(left.filter(({ reason }) => !CREDITS.test(reason ?? ''))).toEqual([])
    expect(run.report).toMatchObject({ verdict: 'inconclusive', exit: 2 })
  })

  it('has no verdict on jobs where there are no credits at all, and says why', async () => {
    const noCredits = onSubmission((_, behaviour) => behaviour.refuse('invalid_request', { status: 402 }))
    const run = await runAgainst({ patch: noCredits }, { profile: 'standard', ...PATIENT })
    expectNobodyAccused(run)
    expect(run.report).toMatchObject({ verdict: 'inconclusive', exit: 2 })
    expect(clauseOf(run, 'submission.model-required')).toMatchObject({
      verdict: 'skip',
      reason: expect.stringMatching(CREDITS),
    })
  })

  it('takes the answers of a slow server for what they are', async () => {
    const slow = (behaviour: Behaviour) =>
      around(behaviour, 'respond', async (next, incoming) => {
        const answer = await next(incoming)
        await pause(300)
        return answer
      })
    const run = await runAgainst({ patch: slow }, { profile: 'smoke', ...PATIENT })
    expectNobodyAccused(run)
    expect(withoutVerdict(run)).toEqual([])
    expect(run.report.exit).toBe(0)
  })

  it('finds nothing wrong with a server that closes each connection after the answer', async () => {
    const closing = (behaviour: Behaviour) =>
      around(behaviour, 'respond', async (next, incoming) => {
        const { headers, ...answer } = await next(incoming)
        return { ...answer, headers: { ...headers, connection: 'close' } }
      })
    const run = await runAgainst({ patch: closing }, { profile: 'smoke', ...PATIENT })
    const exchanges = exchangesOf(run)
    expect(new Set(exchanges.map(({ connection }) => connection)).size).toBe(exchanges.length)
    expectNobodyAccused(run)
    expect(withoutVerdict(run)).toEqual([])
    expect(run.report.exit).toBe(0)
  })
})
