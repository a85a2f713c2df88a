import { expect, it } from 'vitest'
import { judgeBodyText, REFUSING_CLAUSES } from '../../../spec/oracle.ts'
import { type Defect, MUST_BE_REFUSED, SHOULD_BE_REFUSED } from './defects.ts'

const ACCEPTED = { model: 'aurora', prompt: 'a paper boat', duration: 1 }
const opinionOn = (defect: Defect) => {
  const made = defect.of(ACCEPTED)
  return judgeBodyText(typeof made === 'string' ? made : JSON.stringify(made), { aliases: ['aurora'] })
}

it('are refused by the specification at their level, and cover each clause that refuses a body', () => {
  for (const level of ['must', 'should'] as const)
    for (const defect of level === 'must' ? MUST_BE_REFUSED : SHOULD_BE_REFUSED) {
      const { reasons, ...opinion } = opinionOn(defect)
      expect(opinion, defect.what).toMatchObject({ verdict: 'refuse', level })
      if (level === 'must') expect(opinion).toMatchObject({ orJobFails: false })
      expect(reasons.map(({ by }) => by)).toContain(defect.breaks)
    }
  const broken = new Set([...MUST_BE_REFUSED, ...SHOULD_BE_REFUSED].map(({ breaks }) => breaks))
  expect([...broken].sort()).toEqual([...REFUSING_CLAUSES].sort())
})
