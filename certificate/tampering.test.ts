import { createHash } from 'node:crypto'
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

/** The length decides whether there is padding to tamper with. */
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
  ['an empty file', 'envelope-empty', () => ''],
  ['a file of white space', 'envelope-empty', () => ' \n'],
  ['a file cut off in its middle', 'envelope-not-json', (text) => text.slice(0, text.length / 2)],
  ['a file without its last bracket', 'envelope-not-json', (text) => text.slice(0, -2)],
  ['a file without its end of line', 'envelope-not-canonical', (text) => text.trim()],
  ['a byte order mark before it', 'envelope-byte-order-mark', (text) => `\uFEFF${text}`],
  ['garbage behind it', 'envelope-not-json', (text) => `${text}x`],
  ['a second certificate behind it', 'envelope-not-json', (text) => text + text],
  ['white space behind it', 'envelope-not-canonical', (text) => `${text} `],
  ['the end of line of Windows', 'envelope-not-canonical', (text) => text.replace('\n', '\r\n')],
  ['a space within it', 'envelope-not-canonical', (text) => text.replace(':', ': ')],
  ['its members in another order', 'envelope-not-canonical', (text) => `${inOtherOrder(text)}\n`],
  ['an escape that need not be', 'envelope-not-canonical', (text) => text.replace('payload', 'p\\u0061yload')],
  ['a list around it', 'wrong-type', (text) => `[${text.trim()}]\n`],
  ['nothing but null', 'wrong-type', () => 'null\n'],
  ['another payload before its own', 'envelope-duplicate-member', (text) => text.replace('{', '{"payload":"e30=",')],
  ['a field more', 'unknown-field', inEnvelope(withMore('result'))],
  ['a field that every object inherits', 'unknown-field', (text) => text.replace('{', '{"__proto__":{},')],
  ['no payload', 'missing-field', inEnvelope(without('payload'))],
  ['no signatures at all', 'missing-field', inEnvelope(without('signatures'))],
  ['a payload that is a number', 'wrong-type', inEnvelope(withMore('payload'))],
  ['an empty payload', 'payload-empty', inPayload(() => '')],
  ['a payload of garbage', 'payload-not-utf8', inPayload(() => '/w==')],
  ['another type of payload', 'payload-type', inEnvelope(withMore('payloadType', 'application/json'))],
  ['a payload in the alphabet for URLs', 'payload-base64', inPayload((text) => `${text.slice(0, -4)}_-==`)],
  ['white space in the payload', 'payload-base64', inPayload((text) => text.replace(/^.{76}/, '$&\n'))],
  ['a payload without its padding', 'payload-base64', inPayload((text) => text.replace(/=+$/, ''))],
  ['a payload with more padding', 'payload-base64', inPayload((text) => `${text}=`)],
  ['stray bits at the end of the payload', 'payload-base64', inPayload(withStrayBits)],
  ['an empty list of signatures', 'no-signature', inEnvelope(withMore('signatures', []))],
  ['a signature of nothing', 'signature', inSig(() => '')],
  ['a signature of zeros', 'signature', inSig((sig) => otherBytes(sig, (bytes) => bytes.fill(0)))],
  [
    'a byte of a signature changed',
    'signature',
    inSig((sig) => otherBytes(sig, (bytes) => bytes.with(7, bytes[7]! ^ 1))),
  ],
  ['a signature without its last byte', 'signature', inSig((sig) => otherBytes(sig, (bytes) => bytes.slice(0, -1)))],
  ['a byte behind a signature', 'signature', inSig((sig) => otherBytes(sig, (bytes) => [...bytes, 0]))],
  ['a signature without its padding', 'signature-base64', inSig((sig) => sig.replace(/=+$/, ''))],
  ['a signature in the alphabet for URLs', 'signature-base64', inSig((sig) => `_${sig.slice(1)}`)],
  ['stray bits at the end of a signature', 'signature-base64', inSig(withStrayBits)],
  ['white space in a signature', 'signature-base64', inSig((sig) => ` ${sig}`)],
  ['the id of no key', 'signature-keyid', withKeyId('a'.repeat(64))],
  ['the id of another key', 'signature-keyid', withKeyId(keyIdOf(another.publicKey))],
  ['an id of a key in capitals', 'wrong-value', withKeyId(keyIdOf(publicKey).toUpperCase())],
  ['no id of a key', 'missing-field', inSignature(without('keyid'))],
  ['a field more in a signature', 'unknown-field', inSignature(withMore('cert', ''))],
  ['the same signature twice', 'signature-twice', addSignature(keyIdOf(publicKey))],
  ['a second signature by the same key, and wrong', 'signature', addSignature(keyIdOf(publicKey), () => 'AAAA')],
  ['a second signature by a key that nobody knows', 'signature-keyid', addSignature('b'.repeat(64))],
]

describe('a certificate', () => {
  it('is in order as it was sealed', () => {
    expect(problemsIn(certificate)).toEqual([])
    expect(problemsIn(certificate, { trusted: [publicKey] })).toEqual([])
  })

  it.each(TAMPERINGS)('with %s is found out as %s', (_, named, tamper) => {
    const tampered = tamper(certificate)
    expect(tampered).not.toBe(certificate)
    expect(problemsIn(tampered)).toContain(named)
    expect(problemsIn(tampered, { trusted: [publicKey] })).toContain(named)
  })
})

describe('a certificate of a recorded run', () => {
  let evidence: Evidence & { history: RecordedRun }
  let sealed: string
  beforeAll(async () => {
    const history = judgedAgain(await recordedHistory())
    sealed = seal(statementOf(history.report, CHECKABLE), privateKey)
    evidence = { trusted: [publicKey], history, checkable: CHECKABLE }
  })

  it('is in order beside its run', () => {
    expect(problemsIn(sealed, evidence)).toEqual([])
  })

  it('is not that of another run, although the key is the same', () => {
    expect(problemsIn(certificate, evidence)).toEqual(
      expect.arrayContaining(['history-digest', 'target-differs', 'verdict-differs', 'waiver-differs']),
    )
  })

  it('does not hold with the signature of another certificate by the same key', () => {
    const { signatures } = openedCertificate(certificate).envelope
    expect(problemsIn(inEnvelope(withMore('signatures', signatures))(sealed), evidence)).toEqual(['signature'])
  })

  it('does not hold with the payload of another certificate by the same key', () => {
    const { payload } = openedCertificate(certificate).envelope
    expect(problemsIn(inEnvelope(withMore('payload', payload))(sealed))).toEqual(['signature'])
  })

  it('signed by another key is in order only for whoever trusts that key', () => {
    const forged = seal(statementOf(evidence.history.report, CHECKABLE), another.privateKey)
    expect(problemsIn(forged, evidence)).toEqual(['untrusted-key'])
    expect(problemsIn(forged, { ...evidence, trusted: [another.publicKey] })).toEqual([])
  })

  it('signed by another key in the name of the first is found out', () => {
    const forged = signedAnew(sealed, openedCertificate(sealed).payload, another.privateKey)
    expect(problemsIn(forged, { ...evidence, trusted: undefined })).toEqual(['signature'])
    expect(problemsIn(forged, evidence)).toEqual(['signature'])
  })

  it('says of each thing that is wrong with it', () => {
    const { sha256, report } = evidence.history
    const statement = statementOf({ ...report, seed: 7, history: { sha256: createHash('sha256').digest('hex') } })
    const forged = inSignature(withMore('note'))(seal(statement, another.privateKey))
    expect(problemsIn(forged, { ...evidence, history: { sha256, report } }).sort()).toEqual([
      'history-digest',
      'seed-differs',
      'unknown-field',
      'untrusted-key',
    ])
  })
})
