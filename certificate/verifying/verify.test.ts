import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_CHECK, type Report } from '../../runner/report/report.ts'
import { HOSTILE } from '../../runner/report/sample-report-for-tests.ts'
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
import { statementOf } from '../document/statement.ts'
import { inResult, inSignature, withMore } from '../tampering-for-tests.ts'
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

describe('a certificate of another version', () => {
  const version = inResult((result) => Object.assign(result, { suite: { name: 'gatecheck', version: '99.0.0' } }))
  const otherLaw = inResult(({ clauses, law }) => {
    law.sha256 = 'b'.repeat(64)
    clauses.push({ ...clauses.pop()!, id: 'auth.of-the-future' })
  })
  const resigned = (change: (payload: string) => string) =>
    signedAnew(certificate, change(openedCertificate(certificate).payload), privateKey)

  it('is in order, and noted as such', () => {
    const { problems, notes } = verifyCertificate(resigned(version))
    expect(problems).toEqual([])
    expect(notes[0]).toContain('gatecheck 99.0.0 made it')
  })

  it('may know other clauses by another law, which a note names', () => {
    const { problems, notes } = verifyCertificate(resigned((payload) => otherLaw(version(payload))))
    expect(problems).toEqual([])
    expect(notes[1]).toContain('unknown here: auth.of-the-future')
  })

  it('beside its run is asked for no clause that its law has not', () => {
    const suite = { name: 'gatecheck', version: '99.0.0' }
    const report = certifiableReport({ 'media.fps': NO_CHECK }, { suite, spec: { sha256: 'b'.repeat(64) } })
    const dropped = inResult((result) => {
      result.clauses = result.clauses.filter(({ id }) => id !== 'media.fps')
      Object.assign(result, { result: 'PASSED', notCovered: [] })
    })
    const sealed = seal(statementOf(report), privateKey)
    const theirs = signedAnew(sealed, dropped(openedCertificate(sealed).payload), privateKey)
    expect(verifyCertificate(theirs, { trusted: [publicKey], history: recorded(report) }).problems).toEqual([])
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
