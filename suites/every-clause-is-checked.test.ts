import { expect, it } from 'vitest'
import { isObservation } from '../engine/judge/check.ts'
import { CLAUSES } from '../spec/clauses.ts'
import { SUITES } from './index.ts'

const checks = SUITES.flatMap((suite) => suite.checks)

it('checks every clause', () => {
  const checked = new Set(checks.flatMap((check) => (isObservation(check) ? [] : [check.clause])))
  expect(CLAUSES.map(({ id }) => id).filter((id) => !checked.has(id))).toEqual([])
})

it('gives every check an id of its own', () => {
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
})
