import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isObservation } from '../../engine/judge/check.ts'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { DIALECTS } from '../../service/dialects/index.ts'
import { SUITES } from '../../suites/index.ts'

it('has a fault for each clause with a check, and a check for each clause that a fault violates', () => {
  const checked = SUITES.flatMap(({ checks }) =>
    checks.flatMap((check) => (isObservation(check) ? [] : [check.clause])),
  )
  expect(new Set(FAULTS.map(({ breaks }) => breaks))).toEqual(new Set(checked))
})

it('shows each fault in at least one dialect', () => {
  const dialects = Object.values(DIALECTS)
  const unseen = FAULTS.filter(({ showsIn }) => showsIn && !dialects.some((dialect) => showsIn(dialect)))
  expect(unseen.map(({ id }) => id)).toEqual([])
})

it('has the fault that CONTRIBUTING.md shows', () => {
  const [, id] = /^ {2}id: '(.+)',$/m.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? []
  expect(FAULTS.map((fault) => fault.id)).toContain(id)
})
