import { describe, expect, it } from 'vitest'
import { clause } from '../../spec/clauses.ts'
import { judgeBodyText, REFUSING_CLAUSES } from '../../spec/oracle.ts'
import { type Defect, MUST_BE_REFUSED, SHOULD_BE_REFUSED } from './defects.ts'

const ACCEPTED = { model: 'aurora', prompt: 'a paper boat', duration: 1 }
const opinionOn = (defect: Defect) => {
  const made = defect.of(ACCEPTED)
  return judgeBodyText(typeof made === 'string' ? made : JSON.stringify(made), { aliases: ['aurora'] })
}

describe('each bad body is refused by the law itself', () => {
  it.each(MUST_BE_REFUSED.map((defect) => [defect.what, defect] as const))('must: %s', (_, defect) => {
    expect(opinionOn(defect)).toMatchObject({ verdict: 'refuse', level: 'must', orJobFails: false })
    expect(clause(defect.breaks).level).toBe('must')
    expect(opinionOn(defect).reasons.map(({ by }) => by)).toContain(defect.breaks)
  })

  it.each(SHOULD_BE_REFUSED.map((defect) => [defect.what, defect] as const))('should: %s', (_, defect) => {
    expect(opinionOn(defect)).toMatchObject({ verdict: 'refuse', level: 'should' })
    expect(opinionOn(defect).reasons.map(({ by }) => by)).toContain(defect.breaks)
  })
})

it('there is a bad body for each clause by which the oracle refuses one for good, and for no other', () => {
  const broken = new Set([...MUST_BE_REFUSED, ...SHOULD_BE_REFUSED].map(({ breaks }) => breaks))
  expect([...broken].sort()).toEqual([...REFUSING_CLAUSES].sort())
})
