import type { KeyObject } from 'node:crypto'
import { UsageError } from '../../../engine/config/target.ts'
import { keyIdOf, publicKeyFrom } from '../document/keys.ts'

/** A public key, or only its fingerprint, since each certificate contains its key. */
export type Pinned = KeyObject | string

export const idOf = (pinned: Pinned): string => (typeof pinned === 'string' ? pinned : keyIdOf(pinned))

const FINGERPRINT = /^(?:sha256:)?([0-9a-f]{64})$/i

/** As printed by `keygen`, in lower case. */
export const fingerprintIn = (word: string): string | undefined => FINGERPRINT.exec(word)?.[1]?.toLowerCase()

const FRAMED = /-----BEGIN ([A-Z0-9 ]{1,40})-----[^-]*-----END \1-----/g

/**
 * PEM public keys and fingerprints, in any number and order, as needed for key rotation. # starts a comment. Anything
 * else is an error: a key that is not read pins nothing.
 */
export function pinnedKeysIn(text: string): Pinned[] {
  const plain = text.replaceAll('\\r', '').replaceAll('\\n', '\n').replace(/#.*/g, '')
  const framed = [...plain.matchAll(FRAMED)].map(([pem]) => publicKeyFrom(pem))
  const rest = plain.replace(FRAMED, ' ').trim()
  const words = rest.split(/[\s,]+/).filter((each) => each !== '')
  if (framed.length + words.length === 0)
    throw new UsageError('The key is empty: it must be a public key in PEM, or its fingerprint of 64 characters.')
  const read = words.map(fingerprintIn)
  const prints = read.filter((each) => each !== undefined)
  if (prints.length === words.length) return [...framed, ...prints]
  // One key in base64 without PEM header.
  if (framed.length + prints.length === 0) return [publicKeyFrom(rest)]
  throw new UsageError('Each trusted key must be a public key in PEM or a fingerprint of 64 characters.')
}
