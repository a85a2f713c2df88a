import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fail, inconclusive, pass, skip } from '../../../engine/judge/verdict.ts'
import { NO_CHECK } from '../../../reporters/outcome/report.ts'
import { statesOf } from '../../../reporters/outcome/waivers.ts'
import { CLAUSES, type ClauseId } from '../../../spec/clauses.ts'
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

it('contradicts itself exactly if its run could not be certified', () => {
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
      expect(problems).not.toContain('waiver-contradicts-clauses')
      if (result.result === 'PASSED') expect(problems).toEqual([])
      else expect(problems).toContain('not-passed')
      expect(problems).not.toEqual(['not-passed'])
    }),
    { numRuns: 200, seed: 1 },
  )
})
