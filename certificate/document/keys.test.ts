import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../runner/settings/target.ts'
import { keyIdOf, newKeyPair, pemOf, publicKeyFrom, signingKeyFrom } from './keys.ts'

const { privateKey, publicKey } = newKeyPair()
const body = (pem: string) => pem.split('\n').slice(1, -2).join('')
const derOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'der' })
const pkcs8 = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

/** A PEM as environments, files and forms hand it on. */
const WRITTEN: [how: string, write: (pem: string) => string][] = [
  ['as it is', (pem) => pem],
  ['without its last end of line', (pem) => pem.trim()],
  ['with ends of lines written out', (pem) => pem.replaceAll('\n', '\\n')],
  ['with the ends of lines of Windows', (pem) => pem.replaceAll('\n', '\r\n')],
  ['with both, written out', (pem) => pem.replaceAll('\n', '\\r\\n')],
  ['on one line with spaces', (pem) => pem.replaceAll('\n', ' ')],
  ['as bare base64', body],
  ['as base64 on several lines', (pem) => body(pem).replace(/.{20}/g, '$&\n')],
]

describe('a pair of keys', () => {
  it('is Ed25519, as PEM of PKCS#8 and of SPKI, and never the same twice', () => {
    expect(privateKey).toMatch(/^-----BEGIN PRIVATE KEY-----\n[\w+/=]+\n-----END PRIVATE KEY-----\n$/)
    expect(publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n[\w+/=]+\n-----END PUBLIC KEY-----\n$/)
    expect(signingKeyFrom(privateKey).asymmetricKeyType).toBe('ed25519')
    expect(newKeyPair().privateKey).not.toBe(privateKey)
  })

  it.each(WRITTEN)('is read where it is written %s', (_, write) => {
    expect(pemOf(publicKeyFrom(write(publicKey)))).toBe(publicKey)
    expect(pkcs8(signingKeyFrom(write(privateKey)))).toBe(privateKey)
  })

  it('has as its id the SHA-256 of the public key as DER', () => {
    const der = Buffer.from(body(publicKey), 'base64')
    expect(keyIdOf(publicKeyFrom(publicKey))).toBe(createHash('sha256').update(der).digest('hex'))
  })
})

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const x25519 = generateKeyPairSync('x25519')
const locked = signingKeyFrom(privateKey)
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
  .toString()

const UNREADABLE: [what: string, text: string][] = [
  ['nothing', ''],
  ['white space', ' \n'],
  ['garbage', 'garbage'],
  ['base64 of garbage', Buffer.from('garbage').toString('base64')],
  ['a PEM that was cut off', privateKey.slice(0, 80)],
  ['a PEM with a character too few', privateKey.replace(/.\n-----END/, '\n-----END')],
  ['an unended DER', derOf(signingKeyFrom(privateKey)).subarray(0, -1).toString('base64')],
  ['a private key behind a passphrase', locked],
  ['two keys', privateKey + publicKey],
  ['a PEM with another frame', privateKey.replaceAll('PRIVATE KEY', 'OPENSSH PRIVATE KEY')],
]

describe('what is no key to sign or to check with', () => {
  it.each(UNREADABLE)('%s is refused in one sentence that repeats none of it', (_, text) => {
    for (const read of [signingKeyFrom, publicKeyFrom]) {
      const refusal = refusalOf(() => read(text))
      expect(refusal).toMatch(/^This is not a (private|public) key that can be read: .*gatecheck keygen.*\.$/)
      if (text.trim().length > 6) expect(refusal).not.toContain(text.trim().slice(0, 40))
    }
  })

  it('a key of another type is refused by its type', () => {
    expect(refusalOf(() => signingKeyFrom(pkcs8(rsa.privateKey)))).toContain('a key of the type rsa')
    expect(refusalOf(() => publicKeyFrom(pemOf(rsa.publicKey)))).toContain('a key of the type rsa')
    expect(refusalOf(() => signingKeyFrom(pkcs8(x25519.privateKey)))).toContain('a key of the type x25519')
  })

  it('one half is not taken for the other', () => {
    expect(refusalOf(() => signingKeyFrom(publicKey))).toContain('This is a public key')
    expect(refusalOf(() => publicKeyFrom(privateKey))).toContain('This is a private key')
    expect(refusalOf(() => publicKeyFrom(body(privateKey)))).toContain('This is a private key')
  })
})

function refusalOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return (error as Error).message
  }
  throw new Error('it was read')
}
