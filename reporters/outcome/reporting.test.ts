import { expect, it } from 'vitest'
import type { Began, HistoryEntry } from '../../engine/history/entry/entries.ts'
import { type Check, rule, type Suite } from '../../engine/judge/check.ts'
import { answered, BEGAN } from '../../engine/judge/handwritten-for-tests.ts'
import { judge } from '../../engine/judge/judging.ts'
import { fail, noCase, pass, skip, type Verdict } from '../../engine/judge/verdict.ts'
import { reportOf } from './reporting.ts'

const concluding = (id: string, verdict: Verdict, byChance?: true): Check =>
  rule({
    id,
    clause: 'answers.no-server-error',
    suite: 'made up',
    title: id,
    ...(byChance && { byChance }),
    begin: () => 0,
    see: () => {},
    conclude: () => verdict,
  })

function verdictOnClause(...checks: Check[]) {
  const suites: Suite[] = [{ name: 'made up', about: '', checks }]
  const planned = checks.map(({ id }) => ({ id, clause: 'answers.no-server-error' as const }))
  const began: Began = { ...BEGAN, keys: ['A'], planned }
  const history: HistoryEntry[] = [began, answered(200), { kind: 'ended', at: 10, how: 'whole' }]
  const { clauses } = reportOf(judge(history, suites), history, '')
  return clauses.find(({ id }) => id === 'answers.no-server-error')
}

const passed = pass(1, [1])
const broken = fail([{ expected: '200', received: '500', evidence: [1] }], 1)

it('a clause takes the gravest verdict of its checks', () => {
  expect(verdictOnClause(concluding('a', passed), concluding('b', broken))).toMatchObject({ verdict: 'fail' })
  expect(verdictOnClause(concluding('a', passed), concluding('b', skip('not asked')))).toMatchObject({
    verdict: 'skip',
    reason: 'not asked',
  })
})

it('a check that has no case leaves the clause to the others, with a remark', () => {
  const without = concluding('b', noCase('no job had ended'))
  expect(verdictOnClause(concluding('a', passed), without)).toMatchObject({
    verdict: 'pass',
    remark: 'not tested: b (no job had ended)',
  })
  expect(verdictOnClause(concluding('a', broken), without)).toMatchObject({ verdict: 'fail' })
  expect(verdictOnClause(concluding('a', skip('not asked')), without)).toMatchObject({ reason: 'not asked' })
  expect(verdictOnClause(without)).toMatchObject({ verdict: 'skip', reason: 'no job had ended' })
})

it('a check without generated cases leaves no remark', () => {
  const notGenerated = concluding('b', skip('nothing was generated'), true)
  expect(verdictOnClause(concluding('a', passed), notGenerated)).toMatchObject({ verdict: 'pass' })
  expect(verdictOnClause(concluding('a', passed), concluding('b', broken, true))).toMatchObject({ verdict: 'fail' })
  expect(verdictOnClause(notGenerated)).toMatchObject({ verdict: 'skip', reason: 'nothing was generated' })
})
