import { expect, it } from 'vitest'
import { runAgainst } from './run-for-tests.ts'

type Run = Awaited<ReturnType<typeof runAgainst>>

/** The verdicts on the clauses that need refusals. */
const refusals = ({ report }: Run) =>
  report.clauses
    .filter(({ id }) => /^(auth|paths)\.|^submission\..*(required|refused|listed|range|form|object|public)/.test(id))
    .filter(({ id }) => !/accepted|costs-nothing/.test(id))
    .map(({ id, verdict }) => `${id}: ${verdict}`)

it('judges all clauses about refusals, however few jobs are allowed', async () => {
  const unbounded = await runAgainst({}, { profile: 'standard' })
  const bounded = await runAgainst({}, { profile: 'standard', maxJobs: 4 })
  expect(refusals(bounded).length).toBeGreaterThan(20)
  expect(refusals(bounded)).toEqual(refusals(unbounded))
  expect(bounded.report.budget.jobs).toBeLessThanOrEqual(4)
})
