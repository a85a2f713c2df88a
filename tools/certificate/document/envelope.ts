import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import { canonicalJson } from './canonical.ts'
import { keyIdOf, pemOf } from './keys.ts'
import { PAYLOAD_TYPE } from './schema.ts'
import type { Statement, UnsignedStatement } from './statement.ts'

export type Signature = { keyid: string; sig: string }
export type Envelope = { payload: string; payloadType: string; signatures: Signature[] }

/** What is signed (DSSE v1, PAE): the type and the bytes, each behind its length, so that neither can pass for the other. */
export function preAuthEncoding(type: string, body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `), body])
}

/** The certificate, as it stands in its file: an envelope of DSSE with the statement and the key that signs it. */
export function seal(statement: UnsignedStatement, privateKey: KeyObject): string {
  const publicKey = createPublicKey(privateKey)
  const signer = { keyid: keyIdOf(publicKey), publicKey: pemOf(publicKey) }
  const signed: Statement = { ...statement, predicate: { ...statement.predicate, signer } }
  const body = Buffer.from(canonicalJson(signed))
  const envelope: Envelope = {
    payload: body.toString('base64'),
    payloadType: PAYLOAD_TYPE,
    signatures: [{ keyid: signer.keyid, sig: signatureOf(body, privateKey) }],
  }
  return `${canonicalJson(envelope)}\n`
}

function signatureOf(body: Uint8Array, privateKey: KeyObject): string {
  return sign(null, preAuthEncoding(PAYLOAD_TYPE, body), privateKey).toString('base64')
}
