import { randomOf } from '../runner/settings/seed.ts'

/** An id of the same form as a real one, each letter and digit drawn anew; far from it where ids count. */
export function idLike(id: string, seed: number): string {
  const random = randomOf(seed, `an id like ${id}`)
  const draw = (alphabet: string) => alphabet[Math.floor(random() * alphabet.length)]!
  if (isCount(id)) return farFrom(id, draw)
  const { front, rest } = partsOf(id)
  const small = /^[0-9a-f-]+$/.test(rest) ? 'abcdef' : 'abcdefghjkmnpqrstvwxyz'
  const capital = /^[0-9A-F-]+$/.test(rest) ? 'ABCDEF' : 'ABCDEFGHJKMNPQRSTVWXYZ'
  const again = (letter: string, at: number) => {
    // The first character bounds the whole where ids are numbers in disguise; a UUID tells its kind in these two.
    if (at === 0 || (UUID.test(rest) && (at === 14 || at === 19))) return letter
    if (/[a-z]/.test(letter)) return draw(small)
    if (/[A-Z]/.test(letter)) return draw(capital)
    return /[0-9]/.test(letter) ? draw('234567') : letter
  }
  const made = front + [...rest].map(again).join('')
  return made === id ? `${id}2` : made
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The word in front is the same for every id. */
function partsOf(id: string): { front: string; rest: string } {
  const [front = ''] = /^(?:[a-zA-Z]+[_.:-])+(?=.)/.exec(id) ?? []
  return { front, rest: id.slice(front.length) }
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

/**
 * How likely a random id of this form is a real one, if a server has a million jobs. Other ids of the same server show
 * which of their characters ever change.
 */
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

/** So many ids show what changes from one to the next. */
const ENOUGH_IDS = 4

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
