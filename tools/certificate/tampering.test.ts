import { beforeAll, describe, expect, it } from 'vitest'
import { certifiableReport, keyPair, openedCertificate, problemsIn, signedAnew } from './certificates-for-tests.ts'
import { seal } from './document/envelope.ts'
import { keyIdOf } from './document/keys.ts'
import { statementOf } from './document/statement.ts'
import { CHECKABLE, judgedAgain, recordedHistory } from './recorded-run-for-tests.ts'
import {
  inEnvelope,
  inOtherOrder,
  inSignature,
  otherBytes,
  type Tampering,
  withMore,
  without,
  withStrayBits,
} from './tampering-for-tests.ts'
import type { RecordedRun } from './verifying/against-history.ts'
import type { Evidence } from './verifying/verify.ts'

const { privateKey, publicKey } = keyPair()
const another = keyPair()

/** Lengths with and without base64 padding to tamper with. */
const certificate = ['', 'x', 'xx']
  .map((path) => certifiableReport({}, { target: { baseUrl: `https://api.example.com/v1${path}` } }))
  .map((report) => seal(statementOf(report), privateKey))
  .find((each) => openedCertificate(each).envelope.payload.endsWith('='))!

const inPayload = (change: (payload: string) => string) =>
  inEnvelope((envelope) => {
    envelope.payload = change(envelope.payload)
  })
const inSig = (change: (sig: string) => string) =>
  inSignature((signature) => {
    signature.sig = change(signature.sig)
  })
const withKeyId = (keyid: string) => inSignature(withMore('keyid', keyid))
const addSignature = (keyid: string, change = (sig: string) => sig) =>
  inEnvelope(({ signatures }) => signatures.push({ keyid, sig: change(signatures[0]!.sig) }))

const TAMPERINGS: Tampering[] = [
  ['envelope-empty', () => ''],
  ['envelope-not-json', (text) => text.slice(0, -2)],
  ['envelope-byte-order-mark', (text) => `\uFEFF${text}`],
  ['envelope-not-json', (text) => text + text],
  ['envelope-not-canonical', (text) => text.replace('\n', '\r\n')],
  ['envelope-not-canonical', (text) => `${inOtherOrder(text)}\n`],
  ['envelope-not-canonical', (text) => text.replace('payload', 'p\\u0061yload')],
  ['wrong-type', () => 'null\n'],
  ['envelope-duplicate-member', (text) => text.replace('{', '{"payload":"e30=",')],
  ['unknown-field', inEnvelope(withMore('result'))],
  ['unknown-field', (text) => text.replace('{', '{"__proto__":{},')],
  ['missing-field', inEnvelope(without('payload'))],
  ['payload-type', inEnvelope(withMore('payloadType', 'application/json'))],
  ['payload-base64', inPayload((text) => text.replace(/=+$/, ''))],
  ['payload-base64', inPayload(withStrayBits)],
  ['no-signature', inEnvelope(withMore('signatures', []))],
  ['signature', inSig(() => '')],
  ['signature', inSig((sig) => otherBytes(sig, (bytes) => bytes.with(7, bytes[7]! ^ 1)))],
  ['signature', inSig((sig) => otherBytes(sig, (bytes) => [...bytes, 0]))],
  ['signature-base64', inSig(withStrayBits)],
  ['signature-keyid', withKeyId('a'.repeat(64))],
  ['signature', addSignature(keyIdOf(publicKey), () => 'AAAA')],
  ['signature-keyid', addSignature('b'.repeat(64))],
]

it.each(TAMPERINGS)('refuses a tampered certificate: %s (%s)', (named, tamper) => {
  const tampered = tamper(certificate)
  expect(problemsIn(certificate, { trusted: [publicKey] })).toEqual([])
  expect(tampered).not.toBe(certificate)
  expect(problemsIn(tampered)).toContain(named)
  expect(problemsIn(tampered, { trusted: [publicKey] })).toContain(named)
})

describe('a certificate of a recorded run', () => {
  let evidence: Evidence & { history: RecordedRun }
  let sealed: string
  beforeAll(async () => {
    const history = judgedAgain(await recordedHistory())
    sealed = seal(statementOf(history.report, CHECKABLE), privateKey)
    evidence = { trusted: [publicKey], history, checkable: CHECKABLE }
  })

  it('is valid only with its own run', () => {
    expect(problemsIn(sealed, evidence)).toEqual([])
    expect(problemsIn(certificate, evidence)).toEqual(
      expect.arrayContaining(['history-digest', 'target-differs', 'verdict-differs', 'waiver-differs']),
    )
  })

  it('is refused with the signature or the payload of another certificate of the same key', () => {
    const { signatures, payload } = openedCertificate(certificate).envelope
    expect(problemsIn(inEnvelope(withMore('signatures', signatures))(sealed), evidence)).toEqual(['signature'])
    expect(problemsIn(inEnvelope(withMore('payload', payload))(sealed))).toEqual(['signature'])
  })

  it('signed by another key is valid only if that key is trusted', () => {
    const forged = seal(statementOf(evidence.history.report, CHECKABLE), another.privateKey)
    expect(problemsIn(forged, evidence)).toEqual(['untrusted-key'])
    expect(problemsIn(forged, { ...evidence, trusted: [another.publicKey] })).toEqual([])
    const inItsName = signedAnew(sealed, openedCertificate(sealed).payload, another.privateKey)
    expect(problemsIn(inItsName, { ...evidence, trusted: undefined })).toEqual(['signature'])
  })

  it('reports all problems at once', () => {
    const { sha256, report } = evidence.history
    const statement = statementOf({ ...report, seed: 7, history: { sha256: 'a'.repeat(64) } })
    const forged = inSignature(withMore('note'))(seal(statement, another.privateKey))
    const problems = ['history-digest', 'seed-differs', 'unknown-field', 'untrusted-key']
    expect(problemsIn(forged, { ...evidence, history: { sha256, report } }).sort()).toEqual(problems)
  })
})
