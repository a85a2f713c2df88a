import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growthOf, LINEAR } from '../config/growth-for-tests.ts'
import { recipesIn } from './placeholders.ts'
import { Redactor } from './redact.ts'

const KEY = 'cl_live_4Rt9xKq2Zw83hhPm'
const redacted = (text: string, key = KEY) => new Redactor([['A', key]]).redact(text)
const hex = (text: string) => Buffer.from(text).toString('hex')
const each = (text: string, write: (hex: string, code: number) => string) =>
  [...text].map((character) => write(hex(character), character.charCodeAt(0))).join('')

/** How each form is written, and what its placeholder says. */
const FORMS: Record<string, [write: (text: string) => string, change: string]> = {
  plain: [(text) => text, ''],
  'in capitals': [(text) => text.toUpperCase(), ' in another letter case'],
  'percent-encoded': [(text) => each(text, (code) => `%${code}`), ', percent-encoded'],
  'percent-encoded in capitals': [(text) => each(text, (code) => `%${code.toUpperCase()}`), ', percent-encoded'],
  'percent-encoded twice': [(text) => each(text, (code) => `%25${code}`), ', percent-encoded, percent-encoded'],
  'with one character percent-encoded': [(text) => text.replace(/.$/, (last) => `%${hex(last)}`), ', percent-encoded'],
  'in JSON escapes': [(text) => each(text, (code) => `\\u00${code}`), ', with escapes'],
  'in hexadecimal HTML escapes': [(text) => each(text, (code) => `&#x${code};`), ', in HTML escapes'],
  'in decimal HTML escapes': [(text) => each(text, (_, code) => `&#${code};`), ', in HTML escapes'],
  'in base64': [(text) => Buffer.from(text).toString('base64'), ', in base64'],
  'in base64 at offset 1': [(text) => Buffer.from(`?${text}:`).toString('base64'), ', in base64'],
  'in base64 at offset 2': [(text) => Buffer.from(`\xff\xff${text}\xff`, 'latin1').toString('base64'), ', in base64'],
  'in base64url': [(text) => Buffer.from(`~~${text}~?`).toString('base64url'), ', in base64'],
  'in percent-encoded base64': [
    (text) => encodeURIComponent(Buffer.from(`>>>${text}`).toString('base64')),
    ', in base64',
  ],
  'in hex': [hex, ', in hex'],
  'in capital hex': [(text) => hex(text).toUpperCase(), ', in hex'],
}

const PLACES: Record<string, (shown: string) => string> = {
  'a JSON body': (shown) => `{"id":"vid_1","echo":"${shown}"}`,
  'JSON in JSON': (shown) => JSON.stringify({ log: `{"echo":"${shown}"}` }),
  'a page': (shown) => `<p class="a">Bearer ${shown}</p>`,
  'a header or trailer': (shown) => `session=${shown}; Path=/`,
  'a URL': (shown) => `https://api.test/v1/videos?a=1&key=${shown}&b=%20`,
  'a reason phrase': (shown) => `No ${shown}`,
  'the bytes of a video': (shown) => `\0\0\0\x18ftypmp42\xff\x00${shown}\xfe\x80moov`,
  'a TLS error': (shown) => `Hostname/IP does not match: Host: localhost. is not cert's CN: ${shown}`,
}

const CASES = Object.keys(FORMS).flatMap((form) => Object.keys(PLACES).map((place) => ({ form, place })))

describe('redacts the key in each form', () => {
  it.each(CASES)('$form in $place', ({ form, place }) => {
    const [write, change] = FORMS[form]!
    const text = PLACES[place]!(write(KEY))
    const shown = redacted(text)
    const found = recipesIn(shown)
    expect(found).toHaveLength(1)
    expect(found[0]!.name).toBe('A')
    expect(found[0]!.change.startsWith(change)).toBe(true)
    expect(text.startsWith(shown.slice(0, found[0]!.at))).toBe(true)
    expect(text.endsWith(shown.slice(found[0]!.at + found[0]!.text.length))).toBe(true)
  })
})

describe('a part of a key', () => {
  it.each([
    [KEY.slice(0, 7), KEY.slice(0, 7)],
    [`<${KEY.slice(5, 13)}>`, '<{{A from character 6 to 13}}>'],
    [`…${KEY.slice(-9)}`, '…{{A from character 16 to 24}}'],
    [hex(KEY.slice(8, 18)), '{{A from character 9 to 18, in hex}}'],
    [encodeURIComponent(`/${KEY.slice(8, 17)}/`), '%2F{{A from character 9 to 17}}%2F'],
  ])('is redacted from 8 characters on: %s', (text, shown) => expect(redacted(text)).toBe(shown))

  it('is kept if it looks like a word or a number, up to half of the key', () => {
    const key = 'cl_production_2025-11-23_1763884800_generating_4Rt9xKq2'
    const text = '{"stage":"generating","where":"production","day":"2025-11-23","at":1763884800}'
    expect(redacted(text, key)).toBe(text)
    expect(redacted(key.slice(0, 30), key)).toBe('{{A from character 1 to 30}}')
  })
})

describe('a word of --redact', () => {
  const words = new Redactor([
    ['W1', 'Project Nightingale'],
    ['W2', 'say "it"/'],
    ['W3', 'größere'],
  ])

  it.each([
    ['PROJECT NIGHTINGALE', '{{W1 in another letter case}}'],
    ['Project%20Nightingale', '{{W1, percent-encoded}}'],
    [Buffer.from('größere').toString('base64'), '{{W3, in base64}}'],
    ['{"p":"say \\"it\\"\\/"}', '{"p":"{{W2, with escapes}}"}'],
    ['viel gr%C3%B6%C3%9Fere', 'viel {{W3, percent-encoded}}'],
    ['a night in a project: größ', 'a night in a project: größ'],
  ])('is redacted as a whole: %s', (text, shown) => expect(words.redact(text)).toBe(shown))
})

it('distinguishes keys that share a beginning', () => {
  const both = new Redactor([
    ['A', `${KEY}a`],
    ['B', `${KEY}b`],
  ])
  expect(both.redact(`${KEY}b ${KEY}a`)).toBe('{{B}} {{A}}')
})

it("marks a server's own braces, unless the text comes from a history", () => {
  const redactor = new Redactor([['A', KEY]])
  expect(redactor.redact(`{{A}} ${KEY} {{`)).toBe('{{}A}} {{A}} {{}')
  expect(redactor.redact(`{{A}} ${KEY}`, { keepsPlaceholders: true })).toBe('{{A}} {{A}}')
})

const keys = fc.stringMatching(/^cl_[A-Za-z0-9_-]{16,40}$/)
const noise = fc.string({ unit: 'grapheme', maxLength: 30 })
const forms = fc.constantFrom(...Object.keys(FORMS).filter((form) => !form.includes('one character')))

it('leaves no 8 characters of a random key in any form', () => {
  fc.assert(
    fc.property(keys, forms, fc.nat(), noise, noise, (key, form, anywhere, before, behind) => {
      const at = anywhere % (key.length - 7)
      const part = key.slice(at, at + 8)
      fc.pre(/[a-z]/.test(part) && /[A-Z]/.test(part) && /\d/.test(part))
      const written = FORMS[form]![0](part)
      const shown = redacted(`${before} ${written} ${behind}`, key)
      expect(recipesIn(shown)).toHaveLength(1)
      expect(shown).not.toContain(written)
    }),
    { numRuns: 1_000, seed: 1 },
  )
})

it('keeps all other text byte for byte', () => {
  const text = fc.string({ unit: fc.constantFrom(...'%\\&#x;u0025643{}"ABZacl_ ö😀\ud800'), maxLength: 200 })
  fc.assert(
    fc.property(text, text, (before, behind) => {
      const redactor = new Redactor([['A', KEY]])
      const kept = { keepsPlaceholders: true }
      expect(redactor.redact(before, kept)).toBe(before)
      expect(redactor.redact(`${before} ${KEY} ${behind}`, kept)).toBe(`${before} {{A}} ${behind}`)
    }),
    { numRuns: 500, seed: 1 },
  )
})

it.each<[string, (length: number) => string]>([
  ['one character', (length) => 'a'.repeat(length)],
  ['escapes', (length) => '%41'.repeat(length / 3)],
  ['beginnings of the key', (length) => KEY.slice(0, 8).repeat(length / 8)],
])('takes time linear in the length of a text of %s', (_, textOf) => {
  expect(growthOf(textOf, (text) => redacted(text), 50_000)).toBeLessThan(LINEAR)
})
