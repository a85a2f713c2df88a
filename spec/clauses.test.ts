import { expect, it } from 'vitest'
import { CLAUSES, clause, isClauseId } from './clauses.ts'
import { OPEN_POINTS, openPoint } from './open-points.ts'

it('gives no two clauses or open points one id', () => {
  const ids = [...CLAUSES, ...OPEN_POINTS].map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

it('finds a clause and an open point by id', () => {
  for (const each of CLAUSES) expect(clause(each.id)).toBe(each)
  for (const each of OPEN_POINTS) expect(openPoint(each.id)).toBe(each)
  expect(CLAUSES.every(({ id }) => isClauseId(id))).toBe(true)
  expect(OPEN_POINTS.some(({ id }) => isClauseId(id))).toBe(false)
})
