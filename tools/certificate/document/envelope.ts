import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { TestResultStatement } from '../test-result/statement.ts'
import { canonicalJson } from './canonical.ts'
import { keyIdOf, pemOf } from './keys.ts'
import { PAYLOAD_TYPE, SIGNER } from './schema.ts'
import type { Signer, Statement, UnsignedStatement } from './statement.ts'

export type Signature = { keyid: string; sig: string }
export type Envelope = { payload: string; payloadType: string; signatures: Signature[] }

/**
 * The signed bytes (DSSE v1, PAE): type and body, each after its length, so that neither can be mistaken for the other.
 */
export function preAuthEncoding(type: string, body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `), body])
}

/** The certificate file: a DSSE envelope with the statement and the public key. */
export function seal(statement: UnsignedStatement, privateKey: KeyObject): string {
  const signer = signerOf(privateKey)
  const signed: Statement = { ...statement, predicate: { ...statement.predicate, signer } }
  return enveloped(signed, privateKey)
}

/** The same for test results, whose readers ignore the additional field. */
export function sealTestResult(statement: TestResultStatement, privateKey: KeyObject): string {
  const predicate = { ...statement.predicate, [SIGNER]: signerOf(privateKey) }
  return enveloped({ ...statement, predicate }, privateKey)
}

function signerOf(privateKey: KeyObject): Signer {
  const publicKey = createPublicKey(privateKey)
  return { keyid: keyIdOf(publicKey), publicKey: pemOf(publicKey) }
}

function enveloped(statement: object, privateKey: KeyObject): string {
  const body = Buffer.from(canonicalJson(statement))
  const envelope: Envelope = {
    payload: body.toString('base64'),
    payloadType: PAYLOAD_TYPE,
    signatures: [{ keyid: signerOf(privateKey).keyid, sig: signatureOf(body, privateKey) }],
  }
  return `${canonicalJson(envelope)}\n`
}

function signatureOf(body: Uint8Array, privateKey: KeyObject): string {
  return sign(null, preAuthEncoding(PAYLOAD_TYPE, body), privateKey).toString('base64')
}
