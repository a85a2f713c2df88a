import { randomOf } from '../runner/seed.ts'

/** An id of the same form as a real one, each letter and digit drawn anew; far from it where ids count. */
export function idLike(id: string, seed: number): string {
  const random = randomOf(seed, `an id like ${id}`)
  const draw = (alphabet: string) => alphabet[Math.floor(random() * alphabet.length)]!
  if (isCount(id)) return farFrom(id, draw)
  const hex = /^[0-9a-f-]+$/.test(id)
  const made = id
    .replace(/[a-z]/g, () => draw(hex ? 'abcdef' : 'abcdefghijklmnopqrstuvwxyz'))
    .replace(/[A-Z]/g, () => draw('ABCDEFGHIJKLMNOPQRSTUVWXYZ'))
    .replace(/[0-9]/g, () => draw('123456789'))
  return made === id ? `${id}0` : made
}

/** Short runs of digits may well be counted one after the other. */
const isCount = (id: string) => /^\D{0,6}\d{1,9}$/.test(id) && chanceOfAJob(id) > 1e-9

/** Nobody has made so many jobs; still small enough for every kind of integer that holds 64 bits. */
function farFrom(id: string, draw: (alphabet: string) => string): string {
  const digits = Array.from({ length: 14 }, () => draw('123456789')).join('')
  return id.replace(/\d+$/, digits)
}

/** Below this, a random id that leads to a job does so for a reason. */
export const IMPLAUSIBLE = 1e-6

/** How likely a random id of this form is a real one, if a server has a million jobs. */
export function chanceOfAJob(id: string): number {
  const digits = id.replace(/[^0-9]/g, '').length
  const hex = /^[0-9a-fA-F-]+$/.test(id)
  const letters = id.replace(/[^a-zA-Z]/g, '').length
  const forms = 10 ** digits * (hex ? 6 : 26) ** letters
  return 1e6 / forms
}

type NearId = { what: string; id: string }

const other = (letter: string) => (/\d/.test(letter) ? String((Number(letter) + 5) % 10) : letter === 'q' ? 'z' : 'q')
const changedAt = (id: string, at: number) => id.slice(0, at) + other(id[at]!) + id.slice(at + 1)
const otherCase = (text: string) =>
  text.replace(/[a-zA-Z]/g, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))

/** Whoever compares a part of the id, or forgives, takes one of these for the real one. */
export function nearIds(id: string): NearId[] {
  const letters = [...id]
  const middle = Math.floor(id.length / 2)
  const firstLetter = id.search(/[a-zA-Z]/)
  const all: NearId[] = [
    { what: 'without its last character', id: letters.slice(0, -1).join('') },
    { what: 'without its first character', id: letters.slice(1).join('') },
    { what: 'cut in half', id: letters.slice(0, Math.ceil(letters.length / 2)).join('') },
    { what: 'its first eight characters', id: letters.slice(0, 8).join('') },
    { what: 'with a letter behind it', id: `${id}x` },
    { what: 'with a digit behind it', id: `${id}0` },
    { what: 'with a letter before it', id: `x${id}` },
    { what: 'with a zero before it', id: `0${id}` },
    { what: 'with a space behind it', id: `${id} ` },
    { what: 'with a dot behind it', id: `${id}.` },
    { what: 'with .json behind it', id: `${id}.json` },
    { what: 'with its last character changed', id: changedAt(id, id.length - 1) },
    { what: 'with its first character changed', id: changedAt(id, 0) },
    { what: 'with its middle character changed', id: changedAt(id, middle) },
    { what: 'with NUL behind it', id: `${id}\u0000` },
    { what: 'without its punctuation', id: id.replace(/[^a-zA-Z0-9]/g, '') },
    { what: 'with _ for its middle character', id: `${id.slice(0, middle)}_${id.slice(middle + 1)}` },
    { what: 'with % for its end', id: `${id.slice(0, middle)}%` },
    { what: 'in the other letter case', id: otherCase(id) },
    ...(firstLetter < 0
      ? []
      : [
          {
            what: 'with one letter in the other case',
            id: id.slice(0, firstLetter) + otherCase(id[firstLetter]!) + id.slice(firstLetter + 1),
          },
        ]),
  ]
  const seen = new Set([id, ''])
  return all.filter((near) => near.id.isWellFormed() && !seen.has(near.id) && seen.add(near.id))
}
