import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fail, inconclusive, pass, skip } from '../../runner/judging/verdict.ts'
import { NO_CHECK } from '../../runner/report/report.ts'
import { statesOf } from '../../runner/report/waivers.ts'
import { CLAUSES, type ClauseId } from '../../spec/clauses.ts'
import { certifiableReport } from '../certificates-for-tests.ts'
import { type ConformanceResult, statementOf } from '../document/statement.ts'
import { contradictionsIn } from './consistency.ts'

const VERDICTS = [
  pass(1, [1]),
  fail([{ expected: '404', received: '200', evidence: [1] }], 1),
  inconclusive('the run ended first'),
  skip('it needs an image'),
  NO_CHECK,
]
const ids = CLAUSES.map(({ id }) => id)

type Odd = { clause: ClauseId; verdict: number; isWaived: boolean }
const odd: fc.Arbitrary<Odd> = fc.record({
  clause: fc.constantFrom(...ids),
  verdict: fc.nat(VERDICTS.length - 1),
  isWaived: fc.boolean(),
})

function resultOf(odds: readonly Odd[], rest: object): ConformanceResult {
  const report = certifiableReport(
    Object.fromEntries(odds.map(({ clause, verdict }) => [clause, VERDICTS[verdict]!])),
    rest,
  )
  const waivers = odds.filter(({ isWaived }) => isWaived).map(({ clause }) => ({ clause, reason: 'known' }))
  const isWaived = new Set<string>(waivers.map(({ clause }) => clause))
  const clauses = report.clauses.map((each) =>
    each.verdict === 'fail' && isWaived.has(each.id) ? { ...each, waived: 'known' } : each,
  )
  return statementOf({ ...report, clauses, waivers: statesOf(waivers, clauses) }).predicate
}

describe('what a certificate says of itself', () => {
  it('agrees with what keeps a run from being certified, however the run went', () => {
    const odds = fc.uniqueArray(odd, { maxLength: 3, selector: ({ clause }) => clause })
    const rest = fc.record({
      profile: fc.constantFrom('full', 'full', 'smoke'),
      exit: fc.constantFrom(0, 0, 1, 2),
      strict: fc.boolean(),
    })
    fc.assert(
      fc.property(odds, rest, (given, run) => {
        const result = resultOf(given, run)
        const problems = contradictionsIn(result).map(({ what }) => what)
        if (result.result === 'PASSED') {
          expect(problems).toEqual([])
        } else {
          const reasons = problems.filter((what) => what !== 'not-passed')
          expect(problems).toContain('not-passed')
          expect(reasons).not.toEqual([])
        }
        expect(problems).not.toContain('waiver-contradicts-clauses')
      }),
      { numRuns: 500, seed: 1 },
    )
  })

  it('names each must clause that was not kept', () => {
    const odds = [1, 2, 3].map((verdict, at) => ({ clause: ids[at]!, verdict, isWaived: false }))
    const found = contradictionsIn({ ...resultOf(odds, {}), result: 'PASSED' })
    expect(found.map(({ what, where, found }) => [what, where, found])).toEqual([
      ['must-not-kept', `payload/predicate/clauses: ${ids[0]}`, 'fail'],
      ['must-not-kept', `payload/predicate/clauses: ${ids[1]}`, 'inconclusive'],
      ['must-not-kept', `payload/predicate/clauses: ${ids[2]}`, 'skip'],
      ['exit-contradicts-clauses', 'payload/predicate/exit', `0, although ${ids[0]} is broken`],
      ['result-contradicts-clauses', 'payload/predicate/result', 'PASSED'],
    ])
  })
})
