import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { UsageError } from '../../../engine/config/target.ts'
import { readBase64 } from './base64.ts'

export function newKeyPair(): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), publicKey: pemOf(publicKey) }
}

export function signingKeyFrom(text: string): KeyObject {
  const key = keyFrom(text, 'private')
  if (key.type !== 'private') {
    throw new UsageError('This is a public key. Sign with the private key that "gatecheck keygen" wrote.')
  }
  return key
}

export function publicKeyFrom(text: string): KeyObject {
  const key = keyFrom(text, 'public')
  if (key.type !== 'public') {
    throw new UsageError('This is a private key. Use the public key that "gatecheck keygen" wrote.')
  }
  return key
}

export function pemOf(publicKey: KeyObject): string {
  return publicKey.export({ type: 'spki', format: 'pem' }).toString()
}

export function keyIdOf(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}

function keyFrom(text: string, wanted: 'private' | 'public'): KeyObject {
  const der = derIn(text)
  const key =
    der &&
    (attempt(() => createPublicKey({ key: der, format: 'der', type: 'spki' })) ??
      attempt(() => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })))
  // The input may be a secret, so no message quotes it.
  if (!key) {
    const form = wanted === 'private' ? 'PKCS#8' : 'SPKI'
    throw new UsageError(
      `This is not a readable ${wanted} key: it must be PEM (${form}) without a passphrase, as "gatecheck keygen" writes it.`,
    )
  }
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new UsageError(
      `This is a key of type ${key.asymmetricKeyType}; certificates need an Ed25519 key, as "gatecheck keygen" creates it.`,
    )
  }
  return key
}

/** Environment variables may contain a PEM on one line, with escaped line breaks or spaces instead. */
function derIn(text: string): Buffer | undefined {
  const lines = text.replaceAll('\\r', '').replaceAll('\\n', '\n').trim()
  const framed = /^-----BEGIN (PRIVATE|PUBLIC) KEY-----([^-]*)-----END \1 KEY-----$/.exec(lines)
  const { bytes, flaw } = readBase64((framed?.[2] ?? lines).replace(/\s+/g, ''))
  return flaw === undefined && bytes.length > 0 ? bytes : undefined
}

function attempt(read: () => KeyObject): KeyObject | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
