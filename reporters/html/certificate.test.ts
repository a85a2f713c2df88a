import { expect, it } from 'vitest'
import { certifiableReport } from '../../certificate/certificates-for-tests.ts'
import { statementOf } from '../../certificate/document/statement.ts'
import type { Report } from '../../runner/report/report.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { specDigest } from '../../spec/digest.ts'
import { certificatePage } from './certificate.ts'

const SIGNER = { keyid: 'a'.repeat(64), publicKey: 'PEM' }

function pageOf(waived?: ClauseId): string {
  const whole = certifiableReport()
  const clauses = whole.clauses.map((each) =>
    each.id === waived ? { ...each, verdict: 'fail' as const, waived: 'known' } : each,
  )
  const waivers: Report['waivers'] = waived ? [{ clause: waived, reason: 'known', state: 'used' }] : []
  const { predicate, ...rest } = statementOf({ ...whole, clauses, waivers })
  return certificatePage({ ...rest, predicate: { ...predicate, signer: SIGNER } })
}

it('names the version and the digest of the specification, and the fingerprint of the key', () => {
  const page = pageOf()
  expect(page).toContain('every must clause of the interface specification v1')
  expect(page).toMatch(new RegExp(`Specification v1, SHA-256 of its data</dt><dd><code>${specDigest()}`))
  expect(page).toMatch(new RegExp(`Fingerprint of the signing key</dt><dd><code>${SIGNER.keyid}`))
})

it('is plainly green only without a waived must clause', () => {
  expect(pageOf()).toContain('<main class="certificate">')
  const page = pageOf('auth.unknown-key')
  expect(page).toContain('<main class="certificate waived">')
  expect(page).toContain('Certificate of conformance, except for 1 waived must clause')
  expect(page).toContain('except those waived below')
  expect(pageOf('paths.unknown-path')).toContain('<main class="certificate">')
})
