import { expect, it } from 'vitest'
import { FAULTS } from '../fixtures/faults/index.ts'
import { isObservation } from '../runner/judging/check.ts'
import { DIALECTS } from '../service/dialects/index.ts'
import { type ClauseId, clause, isClauseId } from '../spec/clauses.ts'
import { SUITES } from '../suites/index.ts'

/** Clauses with a check that no fault can break, and why. */
const WITHOUT_FAULT: Partial<Record<ClauseId, string>> = {}

const broken = new Set<string>(FAULTS.map(({ breaks }) => breaks))

const checked = new Set<ClauseId>(
  SUITES.flatMap(({ checks }) => checks.flatMap((check) => (isObservation(check) ? [] : [check.clause]))),
)

it('names each fault once, in words', () => {
  const ids = FAULTS.map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/)
})

it('breaks only clauses of the law', () => {
  expect([...broken].filter((id) => !isClauseId(id))).toEqual([])
})

it.each([...checked].map((id) => [id, clause(id).level]))('has a fault that breaks %s (%s)', (id) => {
  expect(broken.has(id)).toBe(!(id in WITHOUT_FAULT))
})

it('excuses only clauses that have a check', () => {
  expect(Object.keys(WITHOUT_FAULT).filter((id) => isClauseId(id) && !checked.has(id))).toEqual([])
})

it('breaks no clause that nothing checks', () => {
  expect([...broken].filter((id) => isClauseId(id) && !checked.has(id))).toEqual([])
})

it('says of no fault that it is missed but in dialects there are, with the reason', () => {
  const told = FAULTS.filter(({ stillMissedIn }) => stillMissedIn !== undefined)
  expect(told.length).toBeGreaterThan(0)
  for (const { id, stillMissed, stillMissedIn = [] } of told) {
    expect(stillMissed, id).toBeDefined()
    expect(Object.keys(DIALECTS), id).toEqual(expect.arrayContaining([...stillMissedIn]))
  }
})

it('lets each fault show in some dialect', () => {
  const dialects = Object.values(DIALECTS)
  const unseen = FAULTS.filter(({ showsIn }) => showsIn && !dialects.some((dialect) => showsIn(dialect)))
  expect(unseen.map(({ id }) => id)).toEqual([])
})
