import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { changeIn } from '../../engine/keys/placeholders.ts'
import { piecesOf } from './keys-in-shell.ts'
import { wordOf } from './shell-words.ts'

/** Every character allowed in a key. */
const PRINTABLE_ASCII = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('')
const KEY = `cl_${PRINTABLE_ASCII}`

const CHANGES = [
  '',
  ' in another letter case',
  ' without its prefix',
  ' as the user in base64',
  ' as the password in base64',
  ' in capitals',
  ' in small letters',
  ...[1, 4, 50, KEY.length].map((at) => ` without character ${at}`),
  ...[0, 1, 50, KEY.length].map((at) => ` with a character added after character ${at}`),
  ...[...KEY].map((_, index) => ` with character ${index + 1} changed`),
  ...[...KEY].map((_, index) => ` with character ${index + 1} in the other letter case`),
  ...[...KEY].map((_, index) => ` with character ${index + 1} percent-encoded`),
  ' from character 1 to 3',
  ` from character 40 to ${KEY.length}`,
]

function saidByBash(words: string[], environment: Record<string, string>): string[] {
  const script = words.map((word) => `printf '%s\\0' ${word}`).join('\n')
  const out = execFileSync('bash', ['--norc', '-c', script], { env: { PATH: process.env.PATH, ...environment } })
  return out.toString().split('\0').slice(0, -1)
}

test('bash expands each placeholder to what the client sent', () => {
  const words = CHANGES.map((change) => wordOf(piecesOf(`Authorization: Bearer {{A${change}}}`)))
  expect(saidByBash(words, { GATECHECK_KEY: KEY })).toEqual(
    CHANGES.map((change) => `Authorization: Bearer ${changeIn(change)!.make(KEY)}`),
  )
})
