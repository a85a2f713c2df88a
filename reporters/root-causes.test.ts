import { describe, expect, it } from 'vitest'
import { fail } from '../runner/judging/verdict.ts'
import { sampleExchange, sampleReport } from '../runner/report/sample-report-for-tests.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { rootCauses } from './root-causes.ts'

/** Each clause with the exchanges that break it. */
function causesOf(broken: Partial<Record<ClauseId, number[]>>) {
  const verdicts = Object.fromEntries(
    Object.entries(broken).map(([id, numbers]) => [
      id,
      fail(
        numbers.map((n) => ({ expected: 'this', received: 'that', evidence: [1000, n] })),
        9,
      ),
    ]),
  )
  const causes = rootCauses({ report: sampleReport(verdicts), history: { exchange: (n) => sampleExchange(n) } })
  return causes.map(({ clause, others }) => [clause.id, ...others.map(({ id }) => id)])
}

describe('the root causes of a run', () => {
  it('are the broken clauses themselves, where nothing connects them', () => {
    expect(causesOf({ 'auth.unknown-key': [1], 'paths.version-once': [2] })).toEqual([
      ['auth.unknown-key'],
      ['paths.version-once'],
    ])
  })

  it('join clauses that nearly the same answers break', () => {
    expect(causesOf({ 'auth.unknown-key': [1, 2, 3], 'auth.every-request-anew': [2, 3] })).toEqual([
      ['auth.unknown-key', 'auth.every-request-anew'],
    ])
  })

  it('begin with the gravest', () => {
    expect(causesOf({ 'paths.unknown-path': [1, 2], 'auth.unknown-key': [3] })).toEqual([
      ['auth.unknown-key'],
      ['paths.unknown-path'],
    ])
  })

  it('do not take what is wrong in every answer for the cause of what is wrong in one', () => {
    expect(causesOf({ 'auth.key-never-shown': [1, 2, 3, 4, 5], 'auth.unknown-key': [2] })).toHaveLength(2)
  })

  it('are none where nothing is broken', () => {
    expect(causesOf({})).toEqual([])
  })
})
