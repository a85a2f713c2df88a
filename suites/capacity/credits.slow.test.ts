import { describe, expect, it } from 'vitest'
import { around, type Behaviour } from '../../service/interface/behaviour.ts'
import { accepted, exchangesOf, failed, runAgainst } from '../whole-runs/run-for-tests.ts'

/** Whole runs against conforming servers without credits, or with slow responses. */

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

const CREDITS = /402.*the account may lack credits or permissions/

function expectNoFailure(run: Run): void {
  expect(run.report.faults).toEqual([])
  expect(failed(run)).toEqual([])
  expect(run.report.jobs).toHaveLength(accepted(run.arrived).length)
  expect(unfinished(run)).toEqual([])
}

describe.concurrent('a run', () => {
  it('fails no clause when credits run out after submission 30, and names that reason for each clause without a verdict', async () => {
    const noCredits = onSubmission((nth, behaviour) =>
      nth > 30 ? behaviour.refuse('invalid_request', { status: 402, message: 'Credits are used up.' }) : undefined,
    )
    const run = await runAgainst({ patch: noCredits }, { profile: 'standard', complete: true, ...PATIENT })
    expect(met(run, 402).length).toBeGreaterThan(0)
    expectNoFailure(run)
    const left = withoutVerdict(run).filter(({ level }) => level === 'must')
    expect(left.map(({ id }) => id)).toContain('submission.combinations-accepted')
    expect(left.filter(({ reason }) => !CREDITS.test(reason ?? ''))).toEqual([])
    expect(run.report).toMatchObject({ verdict: 'inconclusive', exit: 2 })
  })
})
