import { describe, expect, it } from 'vitest'
import { UsageError } from '../../runner/settings/target.ts'
import { keyIdOf, newKeyPair, publicKeyFrom } from '../document/keys.ts'
import { idOf, pinnedKeysIn } from './pinned-keys.ts'

const [one, other] = [newKeyPair(), newKeyPair()]
const prints = [one, other].map(({ publicKey }) => keyIdOf(publicKeyFrom(publicKey)))
const [print = ''] = prints
const body = (pem: string) => pem.replace(/-----[^-]+-----|\n/g, '')

describe('keys that somebody pins', () => {
  it.each<[string, string, string[]]>([
    ['a public key', one.publicKey, [print]],
    ['a public key on one line', one.publicKey.replaceAll('\n', '\\n'), [print]],
    ['the bytes of a public key', body(one.publicKey), [print]],
    ['a fingerprint', print, [print]],
    ['a fingerprint in capitals, with the name of its digest', `SHA256:${print.toUpperCase()}`, [print]],
    ['two public keys', one.publicKey + other.publicKey, prints],
    ['a list', `# this year\n${print}, # and the next\n${other.publicKey}`, [prints[1]!, print]],
    ['a list on one line', prints.join(' '), prints],
  ])('are read from %s', (_, text, ids) => {
    expect(pinnedKeysIn(text).map(idOf)).toEqual(ids)
  })

  it.each<[string, string]>([
    ['nothing', ''],
    ['a remark', '# none yet'],
    ['a fingerprint that is cut off', print.slice(0, 16)],
    ['a fingerprint and a word', `${print} nonsense`],
    ['a public key and a word', `${one.publicKey} nonsense`],
    ['a private key', one.privateKey],
    ['a public key that is cut off', one.publicKey.slice(0, -10)],
  ])('are not read from %s, of which nothing is repeated', (_, text) => {
    let message = ''
    try {
      pinnedKeysIn(text)
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError)
      message = (error as Error).message
    }
    expect(message).not.toBe('')
    expect(message).not.toContain(body(one.privateKey).slice(20))
  })
})
