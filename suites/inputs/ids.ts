import { randomOf } from '../../engine/config/seed.ts'

type ChangeOf = (letters: readonly string[], place: number, letter: string) => string[]

const put = (letters: readonly string[], place: number, ...instead: string[]) => [
  ...letters.slice(0, place),
  ...instead,
  ...letters.slice(place + 1),
]

/** Changes of an id, for both the fixed near ids and the random ones. */
const OF = {
  doubled: (letters) => [...letters, ...letters, ...letters],
  drop: (letters, place) => put(letters, place),
  add: (letters, place, letter) => put(letters, place, letters[place]!, letter),
  'other letter': (letters, place, letter) => put(letters, place, letter),
  'other case': (letters, place) => put(letters, place, otherCase(letters[place]!)),
  twice: (letters, place) => put(letters, place, letters[place]!, letters[place]!),
  swap: (letters, place) => [
    ...letters.slice(0, place),
    ...letters.slice(place, place + 2).reverse(),
    ...letters.slice(place + 2),
  ],
  beginning: (letters, place) => letters.slice(0, 1 + place),
  end: (letters, place) => letters.slice(place),
} as const satisfies Record<string, ChangeOf>

export type IdChange = keyof typeof OF

export const CHANGES = Object.keys(OF) as IdChange[]

/** `at` may be any number: positions wrap around. */
export function changedAt(id: string, change: IdChange, at: number, letter = ''): string {
  const letters = [...id]
  const of: ChangeOf = OF[change]
  return of(letters, at % letters.length, letter).join('')
}

function otherCase(text: string): string {
  return text.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

/** A random id of the same form as a real one; far from it if ids are counters. */
export function idLike(id: string, seed: number): string {
  const random = randomOf(seed, `an id like ${id}`)
  const draw = (alphabet: string) => alphabet[Math.floor(random() * alphabet.length)]!
  if (isCount(id)) return farFrom(id, draw)
  const { front, rest } = partsOf(id)
  const small = /^[0-9a-f-]+$/.test(rest) ? 'abcdef' : 'abcdefghjkmnpqrstvwxyz'
  const capital = /^[0-9A-F-]+$/.test(rest) ? 'ABCDEF' : 'ABCDEFGHJKMNPQRSTVWXYZ'
  const again = (letter: string, at: number) => {
    // Keeps the first character, which bounds encoded numbers, and the version and variant of a UUID.
    if (at === 0 || (UUID.test(rest) && (at === 14 || at === 19))) return letter
    if (/[a-z]/.test(letter)) return draw(small)
    if (/[A-Z]/.test(letter)) return draw(capital)
    return /[0-9]/.test(letter) ? draw('234567') : letter
  }
  const made = front + [...rest].map(again).join('')
  return made === id ? `${id}2` : made
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `front` is the same for every id. */
function partsOf(id: string): { front: string; rest: string } {
  const [front = ''] = /^(?:[a-zA-Z]+[_.:-])+(?=.)/.exec(id) ?? []
  return { front, rest: id.slice(front.length) }
}

/** Short runs of digits may be counters. */
const isCount = (id: string) => /^\D{0,6}\d{1,9}$/.test(id) && chanceOfAJob(id) > 1e-9

/** More jobs than any server has, within 64 bits. */
function farFrom(id: string, draw: (alphabet: string) => string): string {
  const digits = Array.from({ length: 14 }, () => draw('123456789')).join('')
  return id.replace(/(?<!\d)\d+$/, digits)
}

/** Below this chance, a random id that leads to a job is no coincidence. */
export const IMPLAUSIBLE = 1e-6

/** The chance that a random id of this form is real on a server with a million jobs. `others` show which characters vary. */
export function chanceOfAJob(id: string, others: readonly string[] = []): number {
  const { front, rest } = partsOf(id)
  const alike = others.filter((other) => other.length === id.length)
  const letters = [...rest].filter((letter, at) => {
    const isFixed = (other: string) => other[front.length + at] === letter
    return alike.length < ENOUGH_IDS || !alike.every(isFixed)
  })
  const hex = /^[0-9a-fA-F-]+$/.test(rest)
  const digits = letters.filter((letter) => /[0-9]/.test(letter)).length
  const words = letters.filter((letter) => /[a-zA-Z]/.test(letter)).length
  return 1e6 / (10 ** digits * (hex ? 6 : 26) ** words)
}

/** Enough ids to see which characters vary. */
const ENOUGH_IDS = 4

type NearId = { what: string; id: string }

/** A server that compares only a part of the id, or normalises it, accepts one of these. */
export function nearIds(id: string): NearId[] {
  const letters = [...id]
  const last = letters.length - 1
  const middle = Math.floor(letters.length / 2)
  const firstLetter = letters.findIndex((letter) => /[a-zA-Z]/.test(letter))
  const withOther = (at: number) => changedAt(id, 'other letter', at, otherThan(letters[at]!))
  const all: NearId[] = [
    { what: 'without its last character', id: changedAt(id, 'drop', last) },
    { what: 'without its first character', id: changedAt(id, 'drop', 0) },
    { what: 'cut in half', id: changedAt(id, 'beginning', Math.ceil(letters.length / 2) - 1) },
    { what: 'its first eight characters', id: letters.slice(0, 8).join('') },
    { what: 'with a letter appended', id: changedAt(id, 'add', last, 'x') },
    { what: 'with a digit appended', id: changedAt(id, 'add', last, '0') },
    { what: 'with a letter prepended', id: `x${id}` },
    { what: 'with a zero prepended', id: `0${id}` },
    { what: 'with a space appended', id: changedAt(id, 'add', last, ' ') },
    { what: 'with a dot appended', id: changedAt(id, 'add', last, '.') },
    { what: 'with .json appended', id: changedAt(id, 'add', last, '.json') },
    { what: 'with its last character changed', id: withOther(last) },
    { what: 'with its first character changed', id: withOther(0) },
    { what: 'with its middle character changed', id: withOther(middle) },
    { what: 'with NUL appended', id: changedAt(id, 'add', last, '\u0000') },
    { what: 'without its punctuation', id: id.replace(/[^a-zA-Z0-9]/g, '') },
    { what: 'with _ as its middle character', id: changedAt(id, 'other letter', middle, '_') },
    { what: 'with % instead of its end', id: `${letters.slice(0, middle).join('')}%` },
    ...inParts(id),
    { what: 'in the other letter case', id: otherCase(id) },
    ...(firstLetter < 0
      ? []
      : [{ what: 'with one letter in the other case', id: changedAt(id, 'other case', firstLetter) }]),
  ]
  const seen = new Set([id, ''])
  return all.filter((near) => near.id.isWellFormed() && !seen.has(near.id) && seen.add(near.id))
}

/** A server that adds a prefix or suffix to its ids may strip it before the lookup. */
function inParts(id: string): NearId[] {
  const parts = /^([\p{L}\p{N}]+)([^\p{L}\p{N}].*)$/su.exec(id)
  if (!parts) return []
  const [, word = '', rest = ''] = parts
  return [
    { what: 'without the part before its first separator', id: rest.slice(1) },
    { what: 'reduced to the part after its last separator', id: id.replace(/^.*[^\p{L}\p{N}]/su, '') },
    { what: 'without the part after its last separator', id: id.replace(/[^\p{L}\p{N}][\p{L}\p{N}]*$/u, '') },
    { what: 'with another word before its first separator', id: `${otherThan(word[0]!)}${word.slice(1)}x${rest}` },
  ]
}

const otherThan = (letter: string) =>
  /\d/.test(letter) ? String((Number(letter) + 5) % 10) : letter === 'q' ? 'z' : 'q'

/** Unusual ids that every proxy lets through: no slash, no dots, no control characters. */
export const ODD_IDS = ['not-a-job', '-1', 'null', 'id with spaces', '🎬', '{id}']

/** As path segments: each would lead to another endpoint if it were decoded and resolved. */
export const CLIMBING_IDS = [
  '..%2Fmodels',
  '..%2fusage',
  '%2e%2e%2fmodels',
  '%2e%2e%2f%2e%2e%2fv1%2fmodels',
  '..;%2Fmodels',
]

/** As path segments, so unusual that a proxy in front of the server may respond. */
const HOSTILE: readonly (readonly [what: string, segment: string])[] = [
  ['malformed percent-encoding', '%zz'],
  ['truncated percent-encoding', 'a%'],
  ['a percent-encoded slash', 'a%2Fb'],
  ['percent-encoded dots', '%2e%2e'],
  ['percent-encoded NUL', 'a%00b'],
  ['bytes that are not UTF-8', '%ff%fe'],
  ['300 characters', 'x'.repeat(300)],
  ['3,000 characters', 'x'.repeat(3000)],
  ['a quote', "'%20OR%20'1'='1"],
  ['braces', '%7B%7B7*7%7D%7D'],
  ['a huge number', '9'.repeat(40)],
  ['a negative number', '-1'],
  ['__proto__', '__proto__'],
  ['an emoji', '%F0%9F%8E%AC'],
]

export const HOSTILE_IDS = HOSTILE.map(([what, segment]) => ({ what: `an id of ${what}`, segment }))
