import { expect, it } from 'vitest'
import { UsageError } from '../../../engine/config/target.ts'
import { keyIdOf, newKeyPair, publicKeyFrom } from '../document/keys.ts'
import { idOf, pinnedKeysIn } from './pinned-keys.ts'

const [one, other] = [newKeyPair(), newKeyPair()]
const prints = [one, other].map(({ publicKey }) => keyIdOf(publicKeyFrom(publicKey)))
const [print = ''] = prints
const body = (pem: string) => pem.replace(/-----[^-]+-----|\n/g, '')

it.each<[string, string, string[]]>([
  ['a public key', one.publicKey, [print]],
  ['a public key on one line', one.publicKey.replaceAll('\n', '\\n'), [print]],
  ['a fingerprint in capitals with its digest', `SHA256:${print.toUpperCase()}`, [print]],
  ['two public keys', one.publicKey + other.publicKey, prints],
  ['a list with comments', `# this year\n${print}, # and the next\n${other.publicKey}`, [prints[1]!, print]],
])('reads pinned keys from %s', (_, text, ids) => {
  expect(pinnedKeysIn(text).map(idOf)).toEqual(ids)
})

it.each<[string, string]>([
  ['nothing', '# none yet'],
  ['a truncated fingerprint', print.slice(0, 16)],
  ['a fingerprint and a word', `${print} nonsense`],
  ['a private key', one.privateKey],
  ['a truncated public key', one.publicKey.slice(0, -10)],
])('refuses %s without repeating it', (_, text) => {
  expect(() => pinnedKeysIn(text)).toThrow(UsageError)
  expect(() => pinnedKeysIn(text)).not.toThrow(body(one.privateKey).slice(20))
})
