import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KeyName } from '../recipes.ts'
import { Scrubber } from './scrubber.ts'

const keys = fc
  .tuple(fc.constantFrom('', 'live_', 'test-'), fc.stringMatching(/^[A-Za-z0-9_-]{12,40}$/))
  .map(([word, rest]) => `cl_${word}${rest}`)
const around = fc.tuple(fc.stringMatching(/^[ -z]{0,12}$/), fc.stringMatching(/^[ -z]{0,12}$/))
const scrubbed = (key: string, text: string) => new Scrubber(new Map<KeyName, string>([['A', key]])).scrub(text)

const percent = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '%$&')
const hex = (text: string) => Buffer.from(text).toString('hex')

/** Every form in which a server may show what it was told. */
const ENCODINGS: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'in another letter case': (text) => text.toUpperCase(),
  'percent-encoded': percent,
  'percent-encoded in small letters': (text) => percent(text).toLowerCase(),
  'percent-encoded here and there': (text) =>
    [...text].map((each, index) => (index % 3 ? each : percent(each))).join(''),
  'in hex': hex,
  'in capital hex': (text) => hex(text).toUpperCase(),
  'in \\u escapes': (text) => [...text].map((each) => `\\u00${hex(each)}`).join(''),
  'in \\x escapes': (text) => [...text].map((each) => `\\x${hex(each)}`).join(''),
  'in \\u escapes here and there': (text) =>
    [...text].map((each, index) => (index % 4 ? each : `\\u00${hex(each)}`)).join(''),
  'in character references': (text) => [...text].map((each) => `&#${each.charCodeAt(0)};`).join(''),
  'in hexadecimal character references': (text) => [...text].map((each) => `&#x${hex(each)};`).join(''),
  'in UTF-16': (text) => Buffer.from(text, 'utf16le').toString('latin1'),
  ...Object.fromEntries(
    (['base64', 'base64url'] as const).flatMap((encoding) =>
      [0, 1, 2].map((shift) => [
        `in ${encoding} behind ${shift} characters`,
        (text: string) => Buffer.from(`${'u:'.slice(0, shift)}${text}: and more`).toString(encoding),
      ]),
    ),
  ),
}

/** What of a text can still be read, in whichever form: itself, and what stands in it encoded. */
function readings(text: string): string[] {
  const plain = text
    .replace(/%([0-9a-f]{2})|\\u00([0-9a-f]{2})|\\x([0-9a-f]{2})|&#x([0-9a-f]{2});/gi, (_, ...digits) =>
      String.fromCharCode(Number.parseInt(digits.find(Boolean), 16)),
    )
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll('\0', '')
  const words = text.match(/[A-Za-z0-9+/_-]{8,}/g) ?? []
  const unpacked = words.flatMap((word) => [
    ...[0, 1, 2, 3].map((from) => Buffer.from(word.slice(from), 'base64').toString('latin1')),
    ...[0, 1].map((from) => Buffer.from(word.slice(from), 'hex').toString('latin1')),
  ])
  return [text, plain, ...unpacked].map((each) => each.toLowerCase())
}

function withoutOne(key: string): string[] {
  return [...key].map((_, index) => key.slice(0, index) + key.slice(index + 1))
}

describe.each(Object.entries(ENCODINGS))('a key %s', (_, encode) => {
  it('cannot be read any more, nor a key less a character', () => {
    fc.assert(
      fc.property(keys, around, fc.nat(), (key, [before, behind], anywhere) => {
        const less = withoutOne(key)
        for (const shown of [key, less[anywhere % less.length]!]) {
          const left = readings(scrubbed(key, before + encode(shown) + behind))
          for (const secret of [key, ...less]) {
            expect(left.filter((each) => each.includes(secret.toLowerCase()))).toEqual([])
          }
        }
      }),
      { numRuns: 15, seed: 1 },
    )
  })
})

describe('what stands in the place of a key', () => {
  const key = 'cl_4Rt9xKq2Zw83'

  it.each([
    [`"${key}"`, '"{{A}}"'],
    [`Bearer ${key.toLowerCase()}`, 'Bearer {{A in another letter case}}'],
    [key.slice(3), '{{A from character 4 to 15}}'],
    [`x${Buffer.from(key).toString('hex')}`, expect.stringContaining('{{A, in hex}}')],
    [Buffer.from(`${key}:`).toString('base64'), '{{A, in base64}}'],
    [`key=${percent(key)}`, 'key={{A, percent-encoded}}'],
    [`<${key}><${key}>`, '<{{A}}><{{A}}>'],
  ])('of %s says which and how: %s', (text, recipe) => {
    expect(scrubbed(key, text)).toEqual(recipe)
  })

  it('is found however often texts are encoded in each other', () => {
    const twice = encodeURIComponent(Buffer.from(JSON.stringify({ key })).toString('base64'))
    expect(scrubbed(key, twice)).toMatch(/^\{\{A, in base64/)
  })

  it('names the right one of several keys', () => {
    const scrubber = new Scrubber(
      new Map<KeyName, string>([
        ['A', 'cl_live_4Rt9xKq2'],
        ['B', 'cl_live_Zw83hhPm'],
      ]),
    )
    expect(scrubber.scrub('cl_live_Zw83hhPm or cl_live_4Rt9xKq2')).toBe('{{B}} or {{A}}')
  })
})

describe('a text without keys', () => {
  const key = 'cl_4Rt9xKq2Zw83hhPm'

  it('stays exactly as it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.lorem()), (text) => {
        expect(scrubbed(key, text)).toBe(text.replaceAll('{{', '{{}'))
      }),
      { numRuns: 100, seed: 1 },
    )
  })

  it.each([
    '{"id":"3f0c1f0e-8a53-4c57-9d6f-0d2b7f0c9a11","status":"running","stage":"generating"}',
    '{"url":"https://cdn.test/v/1.mp4?sig=ZGVhZGJlZWY%3D&exp=1700000000"}',
    'İstanbul, 東京, cl_ and no key',
  ])('stays: %s', (text) => {
    expect(scrubbed(key, text)).toBe(text)
  })

  it.each(['{{A}}', '{"error":"{{A, in hex}}"}', '{{{A}}}', '{{{{B}}}}'])(
    'does not become one that shows a key: %s',
    (text) => {
      expect(scrubbed(key, text)).not.toMatch(/\{\{(A2|A|B|R|U)\b/)
    },
  )
})
