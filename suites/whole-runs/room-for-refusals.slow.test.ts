import { expect, it } from 'vitest'
import { SUITES } from '../index.ts'
import { exchangesOf, runAgainst } from './run-for-tests.ts'

type Run = Awaited<ReturnType<typeof runAgainst>>

/** What becomes of each clause that rests on refusals. */
const refusals = ({ report }: Run) =>
  report.clauses
    .filter(({ id }) => /^(auth|paths)\.|^submission\..*(required|refused|listed|range|form|object|public)/.test(id))
    .filter(({ id }) => !/accepted|costs-nothing/.test(id))
    .map(({ id, verdict }) => `${id}: ${verdict}`)

it('asks for refusals, and judges all that rests on them, however few jobs there may be', async () => {
  const unbounded = await runAgainst({}, { profile: 'standard' })
  const bounded = await runAgainst({}, { profile: 'standard', maxJobs: 4 })
  expect(refusals(bounded).length).toBeGreaterThan(20)
  expect(refusals(bounded)).toEqual(refusals(unbounded))
  expect(bounded.report.budget.jobs).toBe(2)
})

it('says of each suite that submits what has to be refused that it does', async () => {
  const run = await runAgainst({}, { profile: 'full', generate: 200 })
  const probing = new Set(
    exchangesOf(run).flatMap(({ purpose, request }) =>
      purpose.part === 'probe' && request.method === 'POST' && request.path.endsWith('/videos') ? [purpose.by] : [],
    ),
  )
  const isProbing = ({ checks }: (typeof SUITES)[number]) =>
    checks.some(({ phases }) => phases.some(({ name }) => probing.has(name)))
  const named = (suites: typeof SUITES) => suites.map(({ name }) => name)
  expect(probing.size).toBeGreaterThan(20)
  expect(named(SUITES.filter((each) => isProbing(each) && !each.risksJobs))).toEqual([])
})
