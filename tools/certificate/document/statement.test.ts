import { describe, expect, it } from 'vitest'
import { SUITE } from '../../../engine/config/version.ts'
import { fail } from '../../../engine/judge/verdict.ts'
import { NO_CHECK } from '../../../reporters/outcome/report.ts'
import { HOSTILE } from '../../../reporters/outcome/sample-report-for-tests.ts'
import { specDigest } from '../../../spec/digest.ts'
import { certifiableReport } from '../certificates-for-tests.ts'
import { canonicalJson } from './canonical.ts'
import { statementOf } from './statement.ts'

const SHA256 = 'a'.repeat(64)

describe('the statement on a run', () => {
  it('has the digest of the history, what was judged, by which version, when, and the result', () => {
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
    expect(clauses.map(({ id, verdict }) => [id, verdict])).toContainEqual(['media.fps', 'skip'])
  })

  it('is FAILED for an incomplete run', () => {
    const broken = fail([{ expected: '404', received: '200', evidence: [1] }], 1)
    const unplanned = certifiableReport({ 'auth.unknown-key': NO_CHECK })
    const lacking = [
      statementOf(certifiableReport({ 'auth.unknown-key': broken })),
      statementOf(certifiableReport({}, { profile: 'standard' })),
      statementOf(certifiableReport({}, { exit: 2 })),
      statementOf(unplanned, new Set(['auth.unknown-key'])),
    ]
    expect(lacking.map(({ predicate }) => predicate.result)).toEqual(Array(4).fill('FAILED'))
    expect(statementOf(unplanned).predicate.result).toBe('PASSED')
  })

  it('escapes control sequences in text of the server', () => {
    const open = [{ id: 'id.form', choice: HOSTILE, values: [HOSTILE], inconsistent: HOSTILE, evidence: [] }] as const
    const waivers = [{ clause: 'media.fps', reason: HOSTILE, state: 'not judged' }] as const
    const { predicate } = statementOf(certifiableReport({}, { open: [...open], waivers: [...waivers] } as object))
    expect(canonicalJson(predicate)).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u)
  })
})
