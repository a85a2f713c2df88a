import { describe, expect, it } from 'vitest'
import { fail } from '../../runner/judging/verdict.ts'
import { NO_CHECK } from '../../runner/report/report.ts'
import { HOSTILE } from '../../runner/report/sample-report-for-tests.ts'
import { SUITE } from '../../runner/settings/version.ts'
import { CLAUSES } from '../../spec/clauses.ts'
import { specDigest } from '../../spec/digest.ts'
import { certifiableReport } from '../certificates-for-tests.ts'
import { canonicalJson } from './canonical.ts'
import { statementOf } from './statement.ts'

const SHA256 = 'a'.repeat(64)

describe('the statement on a run', () => {
  it('is about its history, and says what was judged, by what, when and how it ended', () => {
    const { predicate, ...about } = statementOf(certifiableReport({ 'media.fps': NO_CHECK }))
    expect(about).toEqual({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'history.jsonl', digest: { sha256: SHA256 } }],
      predicateType: 'urn:gatecheck:conformance-result:2',
    })
    const { clauses, ...rest } = predicate
    expect(rest).toEqual({
      suite: SUITE,
      law: { sha256: specDigest() },
      target: { baseUrl: 'https://api.example.com/v1', kind: 'remote', answeredBy: [] },
      extent: 'full',
      reductions: [],
      result: 'PASSED',
      exit: 0,
      startedAt: '2025-11-21T02:07:08.123Z',
      finishedAt: '2025-11-21T02:07:20.468Z',
      profile: 'full',
      seed: 42,
      strict: false,
      notCovered: ['media.fps'],
      choices: [],
      waivers: [],
      counts: { exchanges: 500, generated: 3, jobs: 2, parallel: 4 },
    })
    expect(clauses).toHaveLength(CLAUSES.length)
    expect(clauses[0]).toEqual({
      id: CLAUSES[0].id,
      level: CLAUSES[0].level,
      section: CLAUSES[0].section,
      verdict: 'pass',
      amount: { cases: 1, generated: 0, parallel: 4 },
    })
  })

  it('fails a run that lacks anything', () => {
    const broken = fail([{ expected: '404', received: '200', evidence: [1] }], 1)
    expect(statementOf(certifiableReport({ 'auth.unknown-key': broken })).predicate.result).toBe('FAILED')
    expect(statementOf(certifiableReport({}, { profile: 'standard' })).predicate.result).toBe('FAILED')
    expect(statementOf(certifiableReport({}, { exit: 2 })).predicate.result).toBe('FAILED')
    const unplanned = certifiableReport({ 'auth.unknown-key': NO_CHECK })
    expect(statementOf(unplanned).predicate.result).toBe('PASSED')
    expect(statementOf(unplanned, new Set(['auth.unknown-key'])).predicate.result).toBe('FAILED')
  })

  it('can be written as JSON, and shown, whatever a server said', () => {
    const { predicate } = statementOf(
      certifiableReport(
        {},
        {
          open: [{ id: 'id.form', choice: HOSTILE, values: [HOSTILE], inconsistent: HOSTILE, evidence: [] }],
          waivers: [{ clause: 'media.fps', reason: HOSTILE, state: 'not judged' }],
        },
      ),
    )
    expect(canonicalJson(predicate)).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u)
  })

  it('has as its end its beginning where the history holds no time', () => {
    const { predicate } = statementOf(certifiableReport({}, { startedAt: 'once \u001b[2J' }))
    expect(predicate).toMatchObject({ startedAt: 'once \\u001b[2J', finishedAt: 'once \\u001b[2J' })
  })
})
