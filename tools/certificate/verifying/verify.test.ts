import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_CHECK, type Report } from '../../../reporters/outcome/report.ts'
import { HOSTILE } from '../../../reporters/outcome/sample-report-for-tests.ts'
import { CLAUSES } from '../../../spec/clauses.ts'
import { EARLIER_DIGESTS } from '../../../spec/earlier-digests.ts'
import {
  certifiableReport,
  keyPair,
  openedCertificate,
  signedAnew,
  withPayload,
  written,
} from '../certificates-for-tests.ts'
import { canonicalJson } from '../document/canonical.ts'
import { seal } from '../document/envelope.ts'
import { keyIdOf } from '../document/keys.ts'
import { PREDICATE_TYPE_1 } from '../document/schema.ts'
import { statementOf } from '../document/statement.ts'
import { inResult, inSignature, inStatement, withMore } from '../tampering-for-tests.ts'
import { againstFiles, filesCoveredBy } from './against-files.ts'
import { type Evidence, verifyCertificate } from './verify.ts'

const { privateKey, publicKey } = keyPair()
const certificate = seal(statementOf(certifiableReport()), privateKey)
const recorded = (report: Report) => ({ sha256: report.history.sha256, report })
const { payload } = openedCertificate(certificate)
const other = keyPair()

const whatsIn = (text: string, evidence: Evidence = {}) =>
  verifyCertificate(text, { trusted: [publicKey], ...evidence }).problems.map(({ what }) => what)
const resigned = (change: (payload: string) => string) => signedAnew(certificate, change(payload), privateKey)

/** Any UTF-16 text that a server may send, including lone surrogates. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constant(HOSTILE),
)

it('accepts a certificate with any text of the server, and reads it back unchanged', () => {
  fc.assert(
    fc.property(anyText, anyText, (choice, reason) => {
      const open = [{ id: 'id.form' as const, choice, values: [choice], inconsistent: reason, evidence: [] }]
      const report = certifiableReport({}, { open })
      const stated = statementOf(report)
      const sealed = seal(stated, privateKey)
      const { problems, statement } = verifyCertificate(sealed, { trusted: [publicKey], history: recorded(report) })
      const { signer: _, ...predicate } = statement!.predicate
      expect(problems).toEqual([])
      expect(predicate).toEqual(stated.predicate)
    }),
    { seed: 1 },
  )
})

it('notes a missing trusted key or recorded run, and clauses that are not covered', () => {
  const uncovered = seal(statementOf(certifiableReport({ 'media.fps': NO_CHECK })), privateKey)
  expect(verifyCertificate(uncovered).notes).toEqual([
    expect.stringContaining('does not cover media.fps'),
    expect.stringContaining('no trusted key was given'),
    expect.stringContaining('no recorded run was given'),
  ])
  const history = recorded(certifiableReport())
  expect(verifyCertificate(certificate, { trusted: [publicKey], history }).notes).toEqual([
    expect.stringContaining(keyIdOf(publicKey)),
  ])
})

describe('pinned keys', () => {
  it('accept a certificate that one of them signed, by key or fingerprint', () => {
    for (const pinned of [publicKey, keyIdOf(publicKey)])
      expect(whatsIn(certificate, { trusted: [other.publicKey, pinned] })).toEqual([])
    expect(whatsIn(certificate, { trusted: [other.publicKey, keyIdOf(other.publicKey)] })).toEqual(['untrusted-key'])
  })

  it('refuse a certificate of a revoked key, trusted or not', () => {
    const revoked = new Set([keyIdOf(publicKey)])
    expect(whatsIn(certificate, { revoked })).toEqual(['revoked-key'])
    expect(whatsIn(certificate, { trusted: [], revoked })).toEqual(['revoked-key'])
    expect(whatsIn(certificate, { revoked: new Set([keyIdOf(other.publicKey)]) })).toEqual([])
  })

  it('refuse a forged certificate that copies the signature of the trusted key', () => {
    const { envelope } = openedCertificate(certificate)
    const { envelope: forged } = openedCertificate(
      seal(statementOf(certifiableReport({}, { seed: 7 })), other.privateKey),
    )
    const signatures = [...forged.signatures, envelope.signatures[0]!]
    expect(whatsIn(written({ ...forged, signatures }), { trusted: [keyIdOf(publicKey)] })).not.toEqual([])
  })
})

it('covers files beside the history by their digests', () => {
  const files = [{ name: 'junit.xml', sha256: 'c'.repeat(64) }]
  const { statement, problems } = verifyCertificate(
    seal(statementOf(certifiableReport(), undefined, files), privateKey),
    { trusted: [publicKey], history: recorded(certifiableReport()) },
  )
  expect(problems).toEqual([])
  expect([...filesCoveredBy(statement!)]).toEqual([['junit.xml', 'c'.repeat(64)]])
  expect(againstFiles(statement!, [...files, { name: 'summary.md', sha256: 'd'.repeat(64) }])).toEqual([])
  expect(againstFiles(statement!, [{ name: 'junit.xml', sha256: 'd'.repeat(64) }])).toMatchObject([
    { what: 'file-differs', where: 'junit.xml' },
  ])
})

const set =
  (more: object): Parameters<typeof inResult>[0] =>
  (result) =>
    Object.assign(result, more)
const LATER = { startedAt: '2999-01-01T00:00:00.000Z', finishedAt: '2999-01-01T00:10:00.000Z' }

it.each<[string, Parameters<typeof inResult>[0], string[]]>([
  ['no clauses', ({ clauses }) => clauses.splice(0), expect.arrayContaining(['too-few-passed', 'clause-missing'])],
  [
    'all failures waived',
    (result) => {
      for (const each of result.clauses) Object.assign(each, { verdict: 'fail', waived: 'known' })
      result.waivers = result.clauses.map(({ id }) => ({ clause: id, reason: 'known', state: 'used' }))
    },
    ['too-few-passed'],
  ],
  [
    'all clauses not covered',
    (result) => {
      result.suite.version = '99.0.0'
      for (const each of result.clauses.slice(1)) each.verdict = 'skip'
      result.notCovered = result.clauses.slice(1).map(({ id }) => id)
    },
    ['too-few-passed'],
  ],
  ['one exchange', ({ counts }) => Object.assign(counts, { exchanges: 1 }), ['too-few-exchanges']],
  ['a date in the future', set(LATER), ['in-the-future']],
  ['a clause without a case', ({ clauses }) => delete clauses[0]!.amount, ['extent-contradicts-clauses']],
  ['a full extent and a reduction', set({ reductions: ['for want of time'] }), ['extent-contradicts-clauses']],
  ['a reduced extent without a reason', set({ extent: 'reduced' }), ['extent-contradicts-clauses']],
  ['sequential requests', ({ counts }) => Object.assign(counts, { parallel: 1 }), ['extent-contradicts-clauses']],
  ['an unknown specification', set({ law: { sha256: 'b'.repeat(64) } }), ['law-digest']],
])('refuses a certificate of a trusted key with %s', (_, change, problems) => {
  const checkable = new Set(CLAUSES.map(({ id }) => id))
  expect(whatsIn(resigned(inResult(change)), { checkable })).toEqual(problems)
})

it('refuses a certificate older than maxAge', () => {
  const finishedAt = Date.parse('2025-11-21T02:07:20.468Z')
  expect(whatsIn(certificate, { now: finishedAt + 1e12 })).toEqual([])
  expect(whatsIn(certificate, { now: finishedAt + 1000, maxAge: 1000 })).toEqual([])
  expect(whatsIn(certificate, { now: finishedAt + 1001, maxAge: 1000 })).toEqual(['too-old'])
})

it('accepts a certificate of version 1, without fields of version 2', () => {
  const inVersion1 = inStatement((statement) => {
    statement.predicateType = PREDICATE_TYPE_1
    const { predicate } = statement
    predicate.target = { baseUrl: predicate.target.baseUrl }
    for (const name of ['extent', 'reductions'] as const) delete predicate[name]
    delete predicate.counts.parallel
    for (const each of predicate.clauses) delete each.amount
  })
  expect(whatsIn(resigned(inVersion1), { history: recorded(certifiableReport()) })).toEqual([])
  expect(whatsIn(resigned((text) => inResult(withMore('extent', 'full'))(inVersion1(text))))).toContain('unknown-field')
})

it('accepts and notes another version of the suite, and an earlier digest of the specification', () => {
  const [[earlier]] = [...EARLIER_DIGESTS] as [[string, unknown]]
  const law = set({ law: { sha256: earlier } })
  const noted = (change: Parameters<typeof inResult>[0]) => {
    const { problems, notes } = verifyCertificate(resigned(inResult(change)))
    expect(problems).toEqual([])
    return notes[0]
  }
  expect(noted(set({ suite: { name: 'gatecheck', version: '99.0.0' } }))).toContain('gatecheck 99.0.0 created it')
  expect(noted(law)).toContain('an earlier version of the specification data')
  const fewer = inResult(({ clauses }) => clauses.splice(40))
  expect(whatsIn(resigned((text) => fewer(inResult(law)(text))))).toContain('clause-missing')
})

it('names place, expected and found of a problem, without control sequences', () => {
  const changed = withPayload(certificate, inResult(set({ seed: 43 }))(payload))
  expect(verifyCertificate(changed, { history: recorded(certifiableReport()) }).problems).toMatchObject([
    { what: 'signature', where: 'envelope/signatures/0' },
    { what: 'seed-differs', where: 'payload/predicate/seed', expected: '42', found: '43' },
  ])
  const hostile = inResult(set({ [HOSTILE.toWellFormed()]: 1, seed: HOSTILE.toWellFormed() }))
  const { problems, statement } = verifyCertificate(resigned(hostile))
  expect(problems.length).toBeGreaterThan(1)
  expect(JSON.stringify(problems)).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u)
  expect(statement).toBeUndefined()
})

describe('any other text', () => {
  const history = recorded(certifiableReport())
  const refused = (text: string) => {
    expect(whatsIn(text, { history })).not.toEqual([])
  }

  it('is refused without an exception', () => {
    fc.assert(fc.property(anyText, refused), { seed: 1 })
  })

  it('is refused if arbitrary JSON replaces a part', () => {
    const { statement } = openedCertificate(certificate)
    const part = fc.constantFrom('_type', 'subject', 'predicateType', 'predicate')
    const field = fc.constantFrom(...Object.keys(statement.predicate))
    fc.assert(
      fc.property(part, field, fc.jsonValue({ maxDepth: 3 }), (name, inner, value) => {
        refused(resigned(() => canonicalJson({ ...statement, [name]: value })))
        refused(resigned(inResult(withMore(inner, { value }))))
      }),
      { seed: 1 },
    )
  })

  it('is refused without a stack overflow, however wide or deep', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    const ids = Array.from({ length: 20_000 }, (_, index) => `a.${index}`)
    const { envelope, statement } = openedCertificate(certificate)
    const clauses = ids.map((id) => ({ ...statement.predicate.clauses[0], id }))
    const wide = { ...statement, predicate: { ...statement.predicate, clauses, notCovered: ids } }
    refused(written({ ...envelope, signatures: ids.map((keyid) => ({ keyid, sig: '' })) }))
    refused(withPayload(certificate, canonicalJson(wide)))
    refused(`{"payload":${deep},"payloadType":${deep},"signatures":${deep}}\n`)
    refused(withPayload(certificate, payload.replace('42', deep)))
    refused(inSignature(withMore('keyid', 'a'.repeat(1_000_000)))(certificate))
  })
})
