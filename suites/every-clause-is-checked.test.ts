import { expect, it } from 'vitest'
import { isObservation } from '../runner/judging/check.ts'
import { CLAUSES, type ClauseId } from '../spec/clauses.ts'
import { SUITES } from './index.ts'

/** Clauses that nothing checks, and why. */
const WITHOUT_CHECK: Partial<Record<ClauseId, string>> = {}

const checked = new Set<string>(
  SUITES.flatMap(({ checks }) => checks.flatMap((check) => (isObservation(check) ? [] : [check.clause]))),
)

it.each(CLAUSES.map(({ id, level }) => [id, level]))('%s (%s) has a check, or says why it has none', (id) => {
  expect(checked.has(id)).toBe(!(id in WITHOUT_CHECK))
})

it('excuses only clauses of the law', () => {
  const ids = new Set<string>(CLAUSES.map(({ id }) => id))
  expect(Object.keys(WITHOUT_CHECK).filter((id) => !ids.has(id))).toEqual([])
})
