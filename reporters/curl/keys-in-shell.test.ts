import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { makeFromRecipe } from '../../runner/keys/changes.ts'
import { leftInWords, piecesOf } from './keys-in-shell.ts'
import { wordOf } from './shell-words.ts'

/** Every character that a key may hold. */
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

test('bash makes of each recipe what the client sent', () => {
  const words = CHANGES.map((change) => wordOf(piecesOf(`Authorization: Bearer {{A${change}}}`)))
  expect(saidByBash(words, { GATECHECK_KEY: KEY })).toEqual(
    CHANGES.map((change) => `Authorization: Bearer ${makeFromRecipe(KEY, change)}`),
  )
})

test('each key is the variable that its user has set', () => {
  const words = ['{{A}}', '{{A2}}', '{{B}}', '{{R}}'].map((recipe) => wordOf(piecesOf(recipe)))
  expect(words).toEqual([
    '"$GATECHECK_KEY"',
    '"$GATECHECK_SAME_ACCOUNT_KEY"',
    '"$GATECHECK_OTHER_ACCOUNT_KEY"',
    '"$GATECHECK_REVOKED_KEY"',
  ])
})

test('a key that was never issued is plainly not a key of anybody', () => {
  expect(wordOf(piecesOf('Bearer {{U}}'))).toBe("'Bearer cl_0000000000000000000000'")
})

test('a key between other text ends where the text begins', () => {
  const templates = [
    '{"a":"{{A}}"}',
    '{{A}}b',
    '{{A}}[0]',
    '{{A}}:h',
    'a={{A}}&b={{A2}}',
    '{{A}}{{B}}',
    "'{{A}}'",
    '!{{A}}!',
  ]
  const said = saidByBash(
    templates.map((template) => wordOf(piecesOf(template))),
    { GATECHECK_KEY: 'cl_one', GATECHECK_SAME_ACCOUNT_KEY: 'cl_two', GATECHECK_OTHER_ACCOUNT_KEY: 'cl_three' },
  )
  expect(said).toEqual([
    '{"a":"cl_one"}',
    'cl_oneb',
    'cl_one[0]',
    'cl_one:h',
    'a=cl_one&b=cl_two',
    'cl_onecl_three',
    "'cl_one'",
    '!cl_one!',
  ])
})

test('what is no recipe stays as it is', () => {
  for (const text of ['{{A upside down}}', '{{three braces}}', '{{AB}}', '{id}']) {
    expect(piecesOf(text)).toEqual([{ text }])
  }
})

test('what no shell makes of a key is told in words, and what a server made up is not', () => {
  const told = (template: string) => leftInWords(template)
  expect(told('{{A}}{{A2 without character 7}}{{U from character 1 to 3}}{{A upside down}}')).toEqual([])
  expect(told('Bearer {{K2}} {{K2}}')).toEqual(['{{K2}} stands for another key of that traffic'])
  expect(told('{{A less a character}}')).toEqual([
    '{{A less a character}} stands for $GATECHECK_KEY without a character',
  ])
  expect(told('{{B, percent-encoded}}')).toEqual([
    '{{B, percent-encoded}} stands for $GATECHECK_OTHER_ACCOUNT_KEY, percent-encoded',
  ])
  expect(told('{{K2 without character 3}}')).toEqual([
    '{{K2 without character 3}} stands for another key of that traffic without character 3',
  ])
  expect(told('{{A, spelled\n$(reboot)}}')).toEqual([])
})
