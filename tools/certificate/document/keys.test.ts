import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { expect, it } from 'vitest'
import { UsageError } from '../../../engine/config/target.ts'
import { keyIdOf, newKeyPair, pemOf, publicKeyFrom, signingKeyFrom } from './keys.ts'

const { privateKey, publicKey } = newKeyPair()
const body = (pem: string) => pem.split('\n').slice(1, -2).join('')
const pkcs8 = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

it.each<[how: string, write: (pem: string) => string]>([
  ['as it is', (pem) => pem],
  ['with escaped line ends', (pem) => pem.replaceAll('\n', '\\r\\n')],
  ['with line ends of Windows', (pem) => pem.replaceAll('\n', '\r\n')],
  ['on one line with spaces', (pem) => pem.replaceAll('\n', ' ').trim()],
  ['as base64 on several lines', (pem) => body(pem).replace(/.{20}/g, '$&\n')],
])('reads a key %s', (_, write) => {
  expect(pemOf(publicKeyFrom(write(publicKey)))).toBe(publicKey)
  expect(pkcs8(signingKeyFrom(write(privateKey)))).toBe(privateKey)
})

it('makes a new Ed25519 key each time, with the SHA-256 of its DER as id', () => {
  expect(signingKeyFrom(privateKey).asymmetricKeyType).toBe('ed25519')
  expect(newKeyPair().privateKey).not.toBe(privateKey)
  const der = Buffer.from(body(publicKey), 'base64')
  expect(keyIdOf(publicKeyFrom(publicKey))).toBe(createHash('sha256').update(der).digest('hex'))
})

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const locked = signingKeyFrom(privateKey)
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
  .toString()

it.each<[what: string, text: string]>([
  ['nothing', ''],
  ['garbage', 'garbage'],
  ['a truncated PEM', privateKey.slice(0, 80)],
  ['a PEM without one character', privateKey.replace(/.\n-----END/, '\n-----END')],
  ['a key with a passphrase', locked],
  ['two keys', privateKey + publicKey],
  ['a PEM with another label', privateKey.replaceAll('PRIVATE KEY', 'OPENSSH PRIVATE KEY')],
])('refuses %s without repeating any of it', (_, text) => {
  for (const read of [signingKeyFrom, publicKeyFrom]) {
    const refusal = refusalOf(() => read(text))
    expect(refusal).toContain('gatecheck keygen')
    if (text.trim().length > 6) expect(refusal).not.toContain(text.trim().slice(0, 40))
  }
})

it('refuses a key of another type, and a private key in place of a public one or vice versa', () => {
  expect(refusalOf(() => signingKeyFrom(pkcs8(rsa.privateKey)))).toContain('a key of type rsa')
  expect(refusalOf(() => signingKeyFrom(publicKey))).toContain('This is a public key')
  expect(refusalOf(() => publicKeyFrom(body(privateKey)))).toContain('This is a private key')
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
