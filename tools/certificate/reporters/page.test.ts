import { expect, it } from 'vitest'
import type { Report } from '../../../reporters/outcome/report.ts'
import type { ClauseId } from '../../../spec/clauses.ts'
import { certifiableReport } from '../certificates-for-tests.ts'
import { statementOf } from '../document/statement.ts'
import { certificatePage } from './page.ts'

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

it('is green only without a waived must clause', () => {
  expect(pageOf()).toContain('<main class="certificate">')
  const page = pageOf('auth.unknown-key')
  expect(page).toContain('<main class="certificate marked">')
  expect(page).toContain('Certificate of conformance, except for 1 waived must clause')
  expect(page).toContain('except those waived below')
  expect(pageOf('paths.unknown-path')).toContain('<main class="certificate">')
})

it('says on its first line that a run was reduced, and why', () => {
  const whole = certifiableReport()
  const { predicate, ...rest } = statementOf({ ...whole, budget: { ...whole.budget, parallel: 1 } })
  const page = certificatePage({ ...rest, predicate: { ...predicate, signer: SIGNER } })
  expect(page).toContain('<main class="certificate marked">')
  expect(page).toMatch(
    /<p class="kind">Reduced certificate of conformance <small>requests in flight at once: at most 1/,
  )
})

it('names the server, with the identity and the fingerprint of its certificate', () => {
  const tls = {
    protocol: 'TLSv1.3',
    issuer: 'CN=Example CA',
    subject: 'CN=api.example.com',
    fingerprint256: 'AB:CD',
    validTo: '2027-01-01T00:00:00.000Z',
    authorized: true,
  }
  const target: Report['target'] = {
    baseUrl: 'https://api.example.com/v1',
    proxy: 'http://proxy.example.com:3128',
    ca: 'own-ca.pem',
    answeredBy: [{ address: '203.0.113.7', tls, ca: true }],
  }
  const { predicate, ...rest } = statementOf(certifiableReport({}, { target }))
  const page = certificatePage({ ...rest, predicate: { ...predicate, signer: SIGNER } })
  for (const each of ['203.0.113.7', 'CN=api.example.com', 'CN=Example CA', 'AB:CD', 'own-ca.pem', 'proxy.example.com'])
    expect(page).toContain(each)
})
