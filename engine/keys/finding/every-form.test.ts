import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { KeyName } from '../recipes.ts'
import { Scrubber } from './scrubber.ts'

const scrub = (key: string, text: string) => new Scrubber(new Map<KeyName, string>([['A', key]])).scrub(text)
const hex = (text: string) => Buffer.from(text).toString('hex')
const each =
  (make: (character: string, code: number) => string, between = '') =>
  (text: string) =>
    Array.from(text, (character) => make(character, character.charCodeAt(0))).join(between)
const base32 = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .match(/.{5}/g)!
    .map((bits) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(bits, 2)] ?? '')
    .join('')

/** Each form that docs/explanation/security.md claims, written here anew. */
const FORMS: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  reversed: (text) => [...text].reverse().join(''),
  'in capitals': (text) => text.toUpperCase(),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in base64url behind something': (text) => Buffer.from(`?!${text}: and more`).toString('base64url'),
  'in wrapped base64': (text) => Buffer.from(`-- ${text} --`.repeat(2)).toString('base64').replace(/.{16}/g, '$&\r\n'),
  'in UTF-16 in base64': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  'packed in base64': (text) => gzipSync(`{"token":"${text}"}`).toString('base64'),
  'in base32': base32,
  'in hex': hex,
  'in hex with separators': each((character) => hex(character), ':'),
  'in hex with 0x': each((character) => `0x${hex(character)}`, ', '),
  'percent-encoded': each((character) => `%${hex(character)}`),
  'percent-encoded as Microsoft did': each((character) => `%u00${hex(character)}`),
  'in escapes': each((character) => `\\u00${hex(character)}`),
  'in octal escapes': each((_, code) => `\\${code.toString(8)}`),
  'in decimal references': each((_, code) => `&#${code};`),
  'in decimal references with zeros': each((_, code) => `&#${String(code).padStart(14, '0')};`),
  'with soft hyphens by their name': each((character) => character, '&shy;'),
  'in references without an end': each((_, code) => `&#x00${code.toString(16)}`, ' '),
  'in quoted-printable': each((character) => `=${hex(character).toUpperCase()}`),
  'as a list of bytes': each((_, code) => String(code), ','),
  'in octal': each((_, code) => code.toString(8), ' '),
  'full-width': each((_, code) => String.fromCharCode(code + 0xfee0)),
  'with zero-width spaces': each((character) => character, '\u200b'),
  'with NULs': each((character) => `${character}\0`),
  'spaced out': each((character) => character, ' '),
  'hyphenated in groups': (text) => text.match(/.{1,4}|$/g)!.join(' - '),
  'in rot13': each((character) =>
    /[a-z]/i.test(character)
      ? String.fromCharCode(character.charCodeAt(0) + (character.toLowerCase() < 'n' ? 13 : -13))
      : character,
  ),
}

/** What a key is put into: one string, some of them, a list, an object by index, fields of a form. */
const PLACES: Record<string, (parts: string[], whole: string, noise: string) => string> = {
  'in a string': (_, whole, noise) => JSON.stringify({ id: noise, note: `${noise} ${whole} ${noise}` }),
  'in JSON in JSON': (_, whole, noise) => JSON.stringify({ note: noise, log: JSON.stringify({ told: whole }) }),
  'in plain text': (_, whole, noise) => `${noise}\n<p>${whole}</p>\n${noise}`,
  'behind 100,000 characters': (_, whole, noise) =>
    `${`${noise} - `.repeat(Math.ceil(100_000 / (noise.length + 3)))}${whole}`,
  'in neighbouring fields': (parts, _, noise) =>
    JSON.stringify({ [noise]: 1, ...Object.fromEntries(parts.map((part, at) => [`part_${at}`, part])), last: noise }),
  'in a list': (parts, _, noise) => JSON.stringify({ id: noise, parts }),
  'as characters': (_, whole, noise) => JSON.stringify({ id: noise, all: [...whole] }),
  'by index': (_, whole, noise) => JSON.stringify({ id: noise, all: { ...[...whole] } }),
  'as codes by index': (_, whole) => JSON.stringify({ all: { ...[...Buffer.from(whole)] } }),
  'in a form': (parts, _, noise) => `id=${noise}&${parts.map((part, at) => `p${at}=${part}`).join('&')}`,
  'broken by tags': (parts) => `<pre>${parts.join('<br>')}`,
  'broken by comments': (parts) => parts.join('<!-- and so on -->'),
  'in tags': (parts) => `<i>${parts.map((part) => `<b>${part}</b>`).join('')}</i>`,
}
/** These take a text apart, and so are met with a key as it is. */
const TAKE_APART = new Set(Object.keys(PLACES).slice(4))

const keys = fc
  .tuple(fc.constantFrom('', 'live_', 'test-'), fc.stringMatching(/^[A-Za-z0-9]{16,40}$/))
  .filter(([, rest]) => new Set(rest).size > 8)
  .map(([word, rest]) => `cl_${word}${rest}`)
type Case = { key: string; form: string; place: string; cuts: number[]; wrapped: boolean; noise: string }

const LONG = 'behind 100,000 characters'
const cases: fc.Arbitrary<Case> = fc.record({
  key: keys,
  form: fc.constantFrom(...Object.keys(FORMS)),
  place: fc.constantFrom(...Object.keys(PLACES).filter((name) => name !== LONG)),
  cuts: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
  wrapped: fc.boolean(),
  noise: fc.stringMatching(/^[a-z0-9-]{1,30}$/),
})

function partsOf(key: string, cuts: readonly number[]): string[] {
  const ends = [...new Set(cuts.map((cut) => 1 + (cut % (key.length - 1))))].sort((a, b) => a - b)
  return [0, ...ends].map((from, index) => key.slice(from, ends[index]))
}

/** What is left of a text when each recipe is taken for nothing. */
const left = (text: string) => text.replaceAll(/\{\{[^{}]*\}\}/g, '')

/** What members of one character each, or their codes, say in a row. */
function oneByOne(text: string): string {
  const { all = {} } = JSON.parse(text) as { all?: object }
  const said = (value: unknown) => (typeof value === 'number' ? String.fromCharCode(value) : String(value))
  return Object.values(all)
    .map(said)
    .map((character) => (character.length === 1 ? character : ' '))
    .join('')
}

function expectNothingReadable({ key, form, place, cuts, wrapped, noise }: Case): void {
  const isTakenApart = TAKE_APART.has(place)
  const inForm = isTakenApart ? key : FORMS[form]!(key)
  // Of what is decoded, ASCII alone is read on.
  const isAscii = /^[\0-\x7f]*$/.test(inForm)
  const whole = wrapped && isAscii && !isTakenApart ? Buffer.from(inForm).toString('base64') : inForm
  const text = PLACES[place]!(partsOf(key, cuts), whole, noise)
  const scrubbed = scrub(key, text)
  const why = () => `${form}: ${JSON.stringify(text.slice(-900))} became ${JSON.stringify(scrubbed.slice(-900))}`
  expect(scrubbed, why()).not.toBe(text)
  // Of what was put in, less is left than would tell eight characters, whatever stands around it.
  const empty = PLACES[place]!(
    partsOf(key, cuts).map(() => ''),
    '',
    noise,
  )
  const rest =
    left(scrubbed).length - (place === 'by index' || place.startsWith('as c') ? left(scrubbed).length : empty.length)
  const around = isTakenApart ? 0 : 2 * FORMS[form]!('-').length
  expect(rest, why()).toBeLessThan(around + (isTakenApart ? 8 : Math.max(8, (whole.length / key.length) * 8)))
  const letters = left(scrubbed)
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase()
  expect(letters).not.toContain(
    key
      .slice(3)
      .replace(/[^a-z0-9]/gi, '')
      .toLowerCase(),
  )
  const told = ['as characters', 'by index', 'as codes by index'].includes(place) ? oneByOne(scrubbed) : ''
  for (let at = 16; at >= 8; at--) expect(told, why()).not.toContain(key.slice(-at).slice(0, 8))
}

it('leaves no key readable that is coloured in parts, as logs for terminals are', () => {
  const log = 'token \u001b[32mcl_live_8f\u001b[0m\u001b[31m3kQz71xW\u001b[0mpL0aVb'
  for (const text of [log, JSON.stringify({ log })])
    expect(scrub('cl_live_8f3kQz71xWpL0aVb', text)).not.toMatch(/cl_live|3kQz71xW|pL0aVb/)
})

const example = { key: 'cl_live_8f3kQz71xWpL0aVb', cuts: [7, 15], wrapped: false, noise: 'req-7f' }
const PAIRS = Object.keys(PLACES).flatMap((place) =>
  (TAKE_APART.has(place) || place === LONG ? ['as it is'] : Object.keys(FORMS)).map((form) => ({ form, place })),
)

it.each(PAIRS)('leaves no key readable $form $place', ({ form, place }) => {
  expectNothingReadable({ ...example, form, place })
})

it('leaves no random key readable in a random form and place, cut anywhere or wrapped in base64', () => {
  fc.assert(fc.property(cases, expectNothingReadable), { numRuns: 200, seed: 1 })
})
