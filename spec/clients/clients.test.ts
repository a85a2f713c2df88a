import { expect, it } from 'vitest'
import { CLAUSES } from '../clauses.ts'
import { clientLawDigest, specDigest } from '../digest.ts'
import { LAW } from '../law.ts'
import { OPEN_POINTS } from '../open-points.ts'
import { CLIENT_CLAUSES, clientClause, isClientClauseId } from './clauses.ts'
import { CLIENT_OPEN_POINTS, clientOpenPoint } from './open-points.ts'

it('gives clauses of clients and of servers different ids', () => {
  const ids = [...CLIENT_CLAUSES, ...CLIENT_OPEN_POINTS, ...CLAUSES, ...OPEN_POINTS].map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

it('finds a clause and an open point by id', () => {
  for (const each of CLIENT_CLAUSES) expect(clientClause(each.id)).toBe(each)
  for (const each of CLIENT_OPEN_POINTS) expect(clientOpenPoint(each.id)).toBe(each)
  expect(CLIENT_CLAUSES.every(({ id }) => isClientClauseId(id))).toBe(true)
  expect(CLAUSES.some(({ id }) => isClientClauseId(id))).toBe(false)
})

it('keeps the digest of the clauses of servers apart', () => {
  expect(JSON.stringify(LAW)).not.toContain('client.')
  expect(clientLawDigest()).toMatch(/^[0-9a-f]{64}$/)
  expect(clientLawDigest()).not.toBe(specDigest())
})
