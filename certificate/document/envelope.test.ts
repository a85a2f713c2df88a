import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { certifiableReport, keyPair, openedCertificate } from '../certificates-for-tests.ts'
import { canonicalJson } from './canonical.ts'
import { preAuthEncoding, seal } from './envelope.ts'
import { keyIdOf, pemOf } from './keys.ts'
import { statementOf } from './statement.ts'

const { privateKey, publicKey } = keyPair()
const statement = statementOf(certifiableReport())
const certificate = seal(statement, privateKey)

describe('what is signed', () => {
  it('is type and body, each behind its length in bytes (DSSE v1)', () => {
    expect(preAuthEncoding('http://example.com/HelloWorld', Buffer.from('hello world')).toString()).toBe(
      'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
    )
    expect(preAuthEncoding('ü', Buffer.from([0xff, 0x00]))).toEqual(
      Buffer.concat([Buffer.from('DSSEv1 2 ü 2 '), Buffer.from([0xff, 0x00])]),
    )
    expect(preAuthEncoding('', Buffer.alloc(0)).toString()).toBe('DSSEv1 0  0 ')
  })
})

describe('a sealed statement', () => {
  it('is an envelope of DSSE in canonical JSON, on one line', () => {
    const { envelope } = openedCertificate(certificate)
    expect(certificate).toBe(`${canonicalJson(envelope)}\n`)
    expect(envelope.payloadType).toBe('application/vnd.in-toto+json')
    expect(envelope.signatures).toHaveLength(1)
  })

  it('holds the statement, and the key that signed it', () => {
    const opened = openedCertificate(certificate)
    const { signer, ...predicate } = opened.statement.predicate
    expect({ ...opened.statement, predicate }).toEqual(statement)
    expect(opened.payload).toBe(canonicalJson(opened.statement))
    expect(signer).toEqual({ keyid: keyIdOf(publicKey), publicKey: pemOf(publicKey) })
  })

  it('can be checked with nothing but a library of signatures', () => {
    const { envelope, payload, statement } = openedCertificate(certificate)
    const { keyid, sig } = envelope.signatures[0]!
    const signed = `DSSEv1 28 application/vnd.in-toto+json ${Buffer.byteLength(payload)} ${payload}`
    const key = createPublicKey(statement.predicate.signer.publicKey)
    expect(verify(null, Buffer.from(signed), key, Buffer.from(sig, 'base64'))).toBe(true)
    expect(keyid).toBe(statement.predicate.signer.keyid)
  })

  it('is the same, byte for byte, whenever it is sealed with the same key', () => {
    expect(seal(statementOf(certifiableReport()), privateKey)).toBe(certificate)
  })
})
