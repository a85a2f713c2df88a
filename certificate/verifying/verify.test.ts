import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_CHECK, type Report } from '../../runner/report/report.ts'
import { HOSTILE } from '../../runner/report/sample-report-for-tests.ts'
import { CLAUSES } from '../../spec/clauses.ts'
import { EARLIER_DIGESTS } from '../../spec/earlier-digests.ts'
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

/** Any text of UTF-16 that a server may send, halves of surrogate pairs included. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constant(HOSTILE),
)

describe('a sealed certificate', () => {
  it('holds what was stated, whatever the server said', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (choice, inconsistent, reason) => {
        const report = certifiableReport(
          {},
          {
            open: [{ id: 'id.form', choice, values: [choice], inconsistent, evidence: [] }],
            waivers: [{ clause: 'media.fps', reason, state: 'stale' }],
          },
        )
        const statement = statementOf(report)
        const { predicate } = openedCertificate(seal(statement, privateKey)).statement
        const { signer: _, ...read } = predicate
        expect(read).toEqual(statement.predicate)
      }),
      { seed: 1 },
    )
  })

  it('is in order, whatever the server said', () => {
    fc.assert(
      fc.property(anyText, anyText, (choice, inconsistent) => {
        const report = certifiableReport(
          {},
          { open: [{ id: 'id.form', choice, values: [choice], inconsistent, evidence: [] }] },
        )
        const sealed = seal(statementOf(report), privateKey)
        const { problems, statement } = verifyCertificate(sealed, { trusted: [publicKey], history: recorded(report) })
        expect(problems).toEqual([])
        expect(statement).toEqual(openedCertificate(sealed).statement)
      }),
      { seed: 1 },
    )
  })

  it('notes that nobody vouched for its key, and that nobody judged its run again', () => {
    expect(verifyCertificate(certificate).notes).toEqual([
      `no trusted key was given: it is signed by the key it names itself (${keyIdOf(publicKey)}), and it cannot say whose that is`,
      'no recorded run was given: its verdicts were not judged again',
    ])
    expect(
      verifyCertificate(certificate, { trusted: [publicKey], history: recorded(certifiableReport()) }).notes,
    ).toEqual([`the trusted key is ${keyIdOf(publicKey)}`])
  })

  it('notes what it does not cover and what it puts up with', () => {
    const report = certifiableReport({ 'media.fps': NO_CHECK, 'media.url-needs-no-key': NO_CHECK })
    expect(verifyCertificate(seal(statementOf(report), privateKey)).notes).toContain(
      'it does not cover media.fps: no check tried them',
    )
  })

  it('may be signed by a second key that its reader trusts', () => {
    const second = keyPair()
    const { payload, envelope } = openedCertificate(certificate)
    const other = openedCertificate(signedAnew(certificate, payload, second.privateKey)).envelope.signatures[0]!
    const signatures = [...envelope.signatures, { ...other, keyid: keyIdOf(second.publicKey) }]
    const countersigned = written({ ...envelope, signatures })
    expect(verifyCertificate(countersigned, { trusted: [second.publicKey] }).problems).toEqual([])
    expect(verifyCertificate(countersigned).problems).toMatchObject([{ what: 'signature-keyid' }])
  })
})

describe('a certificate and the keys that its reader pins', () => {
  const other = keyPair()
  const whats = (evidence: Evidence) => verifyCertificate(certificate, evidence).problems.map(({ what }) => what)

  it('is in order where any of them has signed, each told by itself or by its fingerprint', () => {
    for (const pinned of [publicKey, keyIdOf(publicKey)]) {
      expect(whats({ trusted: [pinned] })).toEqual([])
      expect(whats({ trusted: [other.publicKey, pinned] })).toEqual([])
    }
  })

  it('is not where none of them has', () => {
    expect(whats({ trusted: [other.publicKey, keyIdOf(other.publicKey)] })).toEqual(['untrusted-key'])
  })

  it('is not where a key has signed that is revoked, trusted or not', () => {
    const revoked = new Set([keyIdOf(publicKey)])
    expect(whats({ trusted: [publicKey], revoked })).toEqual(['revoked-key'])
    expect(whats({ revoked })).toEqual(['revoked-key'])
    expect(whats({ trusted: [publicKey], revoked: new Set([keyIdOf(other.publicKey)]) })).toEqual([])
  })

  it('is not where the fingerprint is that of a key which somebody only named', () => {
    const { envelope } = openedCertificate(certificate)
    const forger = seal(statementOf(certifiableReport({}, { seed: 7 })), other.privateKey)
    const { envelope: forged } = openedCertificate(forger)
    const signatures = [...forged.signatures, envelope.signatures[0]!]
    expect(
      verifyCertificate(written({ ...forged, signatures }), { trusted: [keyIdOf(publicKey)] }).problems,
    ).not.toEqual([])
  })
})

describe('a certificate of files beside the history', () => {
  const files = [{ name: 'junit.xml', sha256: 'c'.repeat(64) }]
  const sealed = seal(statementOf(certifiableReport(), undefined, files), privateKey)
  const { statement } = verifyCertificate(sealed, { trusted: [publicKey] })

  it('is in order, and tells which they are', () => {
    expect(
      verifyCertificate(sealed, { trusted: [publicKey], history: recorded(certifiableReport()) }).problems,
    ).toEqual([])
    expect([...filesCoveredBy(statement!)]).toEqual([['junit.xml', 'c'.repeat(64)]])
  })

  it('finds one that is not what it was, and says nothing of others', () => {
    expect(againstFiles(statement!, files)).toEqual([])
    expect(againstFiles(statement!, [{ name: 'summary.md', sha256: 'd'.repeat(64) }])).toEqual([])
    expect(againstFiles(statement!, [{ name: 'junit.xml', sha256: 'd'.repeat(64) }])).toMatchObject([
      { what: 'file-differs', where: 'junit.xml' },
    ])
  })
})

const whatsIn = (text: string, evidence: Evidence = {}) =>
  verifyCertificate(text, { trusted: [publicKey], ...evidence }).problems.map(({ what }) => what)

const resealed = (change: Parameters<typeof inResult>[0]) =>
  signedAnew(certificate, inResult(change)(openedCertificate(certificate).payload), privateKey)

describe('a payload that a trusted key signed, although nothing supports it', () => {
  it('is not valid without clauses', () => {
    expect(whatsIn(resealed((result) => result.clauses.splice(0)))).toEqual(
      expect.arrayContaining(['too-few-passed', 'clause-missing']),
    )
    const foreign = resealed((result) => {
      result.clauses = []
      result.law.sha256 = 'f'.repeat(64)
    })
    expect(whatsIn(foreign)).toEqual(['too-few-passed', 'law-digest'])
  })

  it('is not valid with all failures waived', () => {
    const waived = resealed((result) => {
      for (const each of result.clauses) Object.assign(each, { verdict: 'fail', waived: 'known' })
      result.waivers = result.clauses.map(({ id }) => ({ clause: id, reason: 'known', state: 'used' }))
    })
    expect(whatsIn(waived)).toEqual(['too-few-passed'])
  })

  it('is not valid with all must clauses named as not covered, in another version, too', () => {
    const uncovered = resealed((result) => {
      result.suite.version = '99.0.0'
      for (const each of result.clauses.slice(1)) each.verdict = 'skip'
      result.notCovered = result.clauses.slice(1).map(({ id }) => id)
    })
    const checkable = new Set(CLAUSES.map(({ id }) => id))
    expect(whatsIn(uncovered, { checkable })).toEqual(['too-few-passed'])
  })

  it('is not valid with one exchange', () => {
    expect(whatsIn(resealed(({ counts }) => Object.assign(counts, { exchanges: 1 })))).toEqual(['too-few-exchanges'])
  })

  it('is not valid with a date in the future', () => {
    const inYear2999 = resealed((result) =>
      Object.assign(result, { startedAt: '2999-01-01T00:00:00.000Z', finishedAt: '2999-01-01T00:10:00.000Z' }),
    )
    expect(whatsIn(inYear2999)).toEqual(['in-the-future'])
  })

  it('is not valid as a full run that tried nothing of a clause, gives reasons why it is reduced, or sent one request at a time', () => {
    const contradiction = ['extent-contradicts-clauses']
    expect(whatsIn(resealed(({ clauses }) => delete clauses[0]!.amount))).toEqual(contradiction)
    expect(whatsIn(resealed((result) => Object.assign(result, { reductions: ['for want of time'] })))).toEqual(
      contradiction,
    )
    expect(whatsIn(resealed(({ counts }) => Object.assign(counts, { parallel: 1 })))).toEqual(contradiction)
    expect(whatsIn(resealed((result) => Object.assign(result, { extent: 'reduced' })))).toEqual(contradiction)
  })
})

describe('the age of a certificate', () => {
  const finishedAt = Date.parse('2025-11-21T02:07:20.468Z')

  it('does not matter by default', () => {
    expect(whatsIn(certificate, { now: finishedAt + 1e12 })).toEqual([])
  })

  it('is limited by maxAge', () => {
    expect(whatsIn(certificate, { now: finishedAt + 1000, maxAge: 1000 })).toEqual([])
    expect(whatsIn(certificate, { now: finishedAt + 1001, maxAge: 1000 })).toEqual(['too-old'])
  })
})

describe('a certificate of version 1', () => {
  const inVersion1 = inStatement((statement) => {
    statement.predicateType = PREDICATE_TYPE_1
    const { predicate } = statement
    predicate.target = { baseUrl: predicate.target.baseUrl }
    for (const name of ['extent', 'reductions'] as const) delete predicate[name]
    delete predicate.counts.parallel
    for (const each of predicate.clauses) delete each.amount
  })
  const ofVersion1 = signedAnew(certificate, inVersion1(openedCertificate(certificate).payload), privateKey)

  it('is valid, beside its run, too', () => {
    expect(whatsIn(ofVersion1)).toEqual([])
    expect(whatsIn(ofVersion1, { history: recorded(certifiableReport()) })).toEqual([])
  })

  it('has no fields of version 2', () => {
    const mixed = inResult(withMore('extent', 'full'))(inVersion1(openedCertificate(certificate).payload))
    expect(whatsIn(signedAnew(certificate, mixed, privateKey))).toContain('unknown-field')
  })
})

describe('a certificate of another version', () => {
  const version = inResult((result) => Object.assign(result, { suite: { name: 'gatecheck', version: '99.0.0' } }))
  const resigned = (change: (payload: string) => string) =>
    signedAnew(certificate, change(openedCertificate(certificate).payload), privateKey)

  it('is in order, and noted as such', () => {
    const { problems, notes } = verifyCertificate(resigned(version))
    expect(problems).toEqual([])
    expect(notes[0]).toContain('gatecheck 99.0.0 made it')
  })

  const [[earlier]] = [...EARLIER_DIGESTS] as [[string, unknown]]
  const ofLaw = (sha256: string) => inResult((result) => Object.assign(result, { law: { sha256 } }))

  it('is valid with an earlier digest of the specification, which a note says', () => {
    const { problems, notes } = verifyCertificate(resigned(ofLaw(earlier)))
    expect(problems).toEqual([])
    expect(notes[0]).toContain('an earlier version of the specification data')
  })

  it('is not valid with an earlier digest and fewer clauses', () => {
    const fewer = inResult(({ clauses }) => clauses.splice(40))
    expect(whatsIn(resigned((payload) => fewer(ofLaw(earlier)(payload))))).toContain('clause-missing')
  })

  it('is not valid with an unknown digest of the specification, whichever version made it', () => {
    expect(whatsIn(resigned(ofLaw('b'.repeat(64))))).toEqual(['law-digest'])
    expect(whatsIn(resigned((payload) => ofLaw('b'.repeat(64))(version(payload))))).toEqual(['law-digest'])
  })
})

describe('a problem', () => {
  it('says where it is, what was expected and what was found', () => {
    const changed = withPayload(
      certificate,
      inResult((result) => withMore('seed', 43)(result))(openedCertificate(certificate).payload),
    )
    expect(verifyCertificate(changed, { history: recorded(certifiableReport()) }).problems).toEqual([
      {
        what: 'signature',
        where: 'envelope/signatures/0',
        expected: `a signature of the key ${keyIdOf(publicKey)}`,
        found: 'one that does not fit what is signed',
      },
      { what: 'seed-differs', where: 'payload/predicate/seed', expected: '42', found: '43' },
    ])
  })

  it('shows nothing that a terminal would obey', () => {
    const hostile = inResult((result) => {
      Object.assign(result, { [HOSTILE.toWellFormed()]: 1, seed: HOSTILE.toWellFormed() })
    })(openedCertificate(certificate).payload)
    const { problems, statement } = verifyCertificate(signedAnew(certificate, hostile, privateKey))
    expect(problems.length).toBeGreaterThan(1)
    expect(JSON.stringify(problems)).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u)
    expect(statement).toBeUndefined()
  })
})

describe('a text that is no certificate', () => {
  const neverInOrder = (text: string, evidence?: Evidence) => {
    expect(verifyCertificate(text, evidence).problems).not.toEqual([])
  }

  it('is never in order and never throws, whatever it is', () => {
    fc.assert(
      fc.property(anyText, (text) => neverInOrder(text)),
      { seed: 1 },
    )
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary', maxDepth: 3 }), (text) => neverInOrder(`${text}\n`)),
      { seed: 1 },
    )
  })

  it('is never in order where any JSON stands in place of a part', () => {
    const parts = fc.constantFrom('_type', 'subject', 'predicateType', 'predicate')
    const value = fc.jsonValue({ maxDepth: 3 })
    fc.assert(
      fc.property(parts, value, (part, other) => {
        const { statement } = openedCertificate(certificate)
        const payload = canonicalJson({ ...statement, [part]: other })
        neverInOrder(signedAnew(certificate, payload, privateKey), {
          trusted: [publicKey],
          history: recorded(certifiableReport()),
        })
      }),
      { seed: 1 },
    )
    const fields = fc.constantFrom(...Object.keys(openedCertificate(certificate).statement.predicate))
    fc.assert(
      fc.property(fields, value, (field, other) => {
        const payload = inResult(withMore(field, { other }))(openedCertificate(certificate).payload)
        neverInOrder(signedAnew(certificate, payload, privateKey), {
          trusted: [publicKey],
          history: recorded(certifiableReport()),
        })
      }),
      { seed: 1 },
    )
  })

  it('is refused without overflowing, however wide it is', () => {
    const names = Array.from({ length: 130_000 }, (_, index) => [`a.${index}`, 1])
    const many = Object.fromEntries(names)
    const { envelope, statement } = openedCertificate(certificate)
    neverInOrder(written({ ...envelope, ...many }))
    neverInOrder(written({ ...envelope, signatures: names.map(([keyid]) => ({ keyid, sig: '' })) }))
    const clauses = names.map(([id]) => ({ ...statement.predicate.clauses[0], id }))
    const notCovered = names.map(([id]) => id)
    const predicate = { ...statement.predicate, clauses, notCovered }
    neverInOrder(withPayload(certificate, canonicalJson({ ...statement, predicate })))
  })

  it('is refused without overflowing, however deep it is', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    neverInOrder(deep)
    neverInOrder(`{"payload":${deep},"payloadType":${deep},"signatures":${deep}}\n`)
    neverInOrder(withPayload(certificate, deep))
    neverInOrder(withPayload(certificate, openedCertificate(certificate).payload.replace('42', deep)))
    neverInOrder(inSignature(withMore('keyid', 'a'.repeat(1_000_000)))(certificate))
  })
})
