import { createPublicKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { certifiableReport, keyPair, openedCertificate } from '../certificates-for-tests.ts'
import { preAuthEncoding, seal } from './envelope.ts'
import { keyIdOf, pemOf } from './keys.ts'
import { statementOf } from './statement.ts'

const { privateKey, publicKey } = keyPair()
const statement = statementOf(certifiableReport())
const certificate = seal(statement, privateKey)

it('signs type and body, each after its length in bytes (DSSE v1)', () => {
  expect(preAuthEncoding('http://example.com/HelloWorld', Buffer.from('hello world')).toString()).toBe(
    'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
  )
  expect(preAuthEncoding('ü', Buffer.from([0xff, 0x00]))).toEqual(
    Buffer.concat([Buffer.from('DSSEv1 2 ü 2 '), Buffer.from([0xff, 0x00])]),
  )
})

it('has the statement and its signer, can be verified with node:crypto alone, and is reproducible', () => {
  const { envelope, payload, statement: sealed } = openedCertificate(certificate)
  const { signer, ...predicate } = sealed.predicate
  const { keyid, sig } = envelope.signatures[0]!
  expect({ ...sealed, predicate }).toEqual(statement)
  expect(signer).toEqual({ keyid: keyIdOf(publicKey), publicKey: pemOf(publicKey) })
  expect(keyid).toBe(signer.keyid)
  const signed = `DSSEv1 28 application/vnd.in-toto+json ${Buffer.byteLength(payload)} ${payload}`
  expect(verify(null, Buffer.from(signed), createPublicKey(signer.publicKey), Buffer.from(sig, 'base64'))).toBe(true)
  expect(seal(statementOf(certifiableReport()), privateKey)).toBe(certificate)
})
