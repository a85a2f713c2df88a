import { KEY_PREFIX } from '../../../spec/words.ts'
import { type Malformation, saying } from './malformation.ts'
import type { Ways } from './ways.ts'

const positions = (length: number) => Array.from({ length }, (_, index) => index + 1)

/** Near both ends, near the middle, and between: whoever compares a part of the key compares one of these. */
function someDamaged(length: number): Malformation[] {
  const spots = [...new Set([1, 4, Math.ceil(length / 4), Math.ceil(length / 2), Math.ceil((length * 3) / 4), length])]
  return [
    ...spots.map((at) => changedAt(at)),
    ...[4, Math.ceil(length / 2), length].map((at) =>
      saying(`the key without character ${at}`, `Bearer {{A without character ${at}}}`),
    ),
    ...['.', '-', '='].map((end) => saying(`the key with ${end} appended`, `Bearer {{A}}${end}`)),
    ...[0, KEY_PREFIX.length, Math.ceil(length / 2), length].map((at) =>
      saying(
        `the key with a character added after character ${at}`,
        `Bearer {{A with a character added after character ${at}}}`,
      ),
    ),
  ]
}

/** Whoever takes white space out of a header before he looks a key up, takes it out of the midst of one, too. */
function withSomethingInside(length: number): Malformation[] {
  const half = Math.ceil(length / 2)
  const parted = (between: string, ...ends: number[]) =>
    [0, ...ends].map((end, index) => `{{A from character ${end + 1} to ${ends[index] ?? length}}}`).join(between)
  const inside = (what: string, between: string, at: number) =>
    saying(`the key with ${what} after character ${at}`, `Bearer ${parted(between, at)}`)
  const groups = Array.from(
    { length: Math.ceil((length - KEY_PREFIX.length) / 8) },
    (_, turn) => KEY_PREFIX.length + turn * 8,
  )
  return [
    ...[KEY_PREFIX.length, half, length - 4].map((at) => inside('a space', ' ', at)),
    ...[KEY_PREFIX.length, half].map((at) => inside('a tab', '\t', at)),
    inside('two spaces', '  ', half),
    inside('a folded line', ' \t ', half),
    inside('a comma', ',', half),
    inside('an encoded space', '%20', half),
    inside('an encoded line', '%0A', half),
    saying('the key in groups of eight', `Bearer ${parted(' ', ...groups.slice(1))}`),
    saying('the key with a character percent-encoded', `Bearer {{A with character ${half} percent-encoded}}`),
  ]
}

/** The bytes of a text in UTF-8, each as the character that a header has for it. */
const asBytes = (text: string) => Buffer.from(text).toString('latin1')

/** What nobody sees, as UTF-8, and one byte that other charsets have for a space. */
export function withInvisibleInside(length: number): Malformation[] {
  const half = Math.ceil(length / 2)
  return [
    ['a zero-width space', asBytes('\u200b')],
    ['a zero-width joiner', asBytes('\u200d')],
    ['a byte order mark', asBytes('\ufeff')],
    ['a soft hyphen', asBytes('\u00ad')],
    ['a no-break space', asBytes('\u00a0')],
    ['a no-break space of Latin-1', '\u00a0'],
  ].map(([what, bytes]) =>
    saying(
      `the key with ${what} in the middle`,
      `Bearer {{A from character 1 to ${half}}}${bytes}{{A from character ${half + 1} to ${length}}}`,
    ),
  )
}

const MOST_POSITIONS = 80

/** Every character, or as many as spread evenly over a very long key. */
export function everyCharacterChanged(length: number): Malformation[] {
  const step = Math.max(1, length / MOST_POSITIONS)
  const positions = Array.from({ length: Math.min(length, MOST_POSITIONS) }, (_, index) => 1 + Math.floor(index * step))
  return positions.map(changedAt)
}

function changedAt(at: number): Malformation {
  return saying(`the key with character ${at} changed`, `Bearer {{A with character ${at} changed}}`)
}

/** Whoever keeps a short prefix and the last four characters may compare no more than these. */
function shortened(length: number): Malformation[] {
  const part = (from: number, to: number) => `{{A from character ${from} to ${to}}}`
  const half = Math.ceil(length / 2)
  return [
    saying('the first half of the key', `Bearer ${part(1, half)}`),
    saying('the first eight characters of the key', `Bearer ${part(1, 8)}`),
    saying('the key without its last four characters', `Bearer ${part(1, length - 4)}`),
    saying('the start and the end of the key without the middle', `Bearer ${part(1, 7)}${part(length - 3, length)}`),
    saying('the key repeated twice', 'Bearer {{A}}{{A}}'),
    saying(
      'the start and the end of the key around an unknown middle',
      `Bearer ${part(1, 7)}{{U}}${part(length - 3, length)}`,
    ),
  ]
}

function allDamaged(length: number): Malformation[] {
  return positions(length).flatMap((at) => [
    saying(`the key with character ${at} changed`, `Bearer {{A with character ${at} changed}}`),
    saying(`the key without character ${at}`, `Bearer {{A without character ${at}}}`),
    saying(
      `the key with a character added after character ${at}`,
      `Bearer {{A with a character added after character ${at}}}`,
    ),
  ])
}

/** Any place of the key may be the one that is not compared, so chance draws from all of them. */
export const damagedKeys = (length: number): Ways => ({
  always: [...someDamaged(length), ...withSomethingInside(length)],
  instead: [...allDamaged(length), ...shortened(length), ...withSomethingInside(length)],
})
