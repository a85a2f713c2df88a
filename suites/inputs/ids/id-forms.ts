import { randomOf } from '../../../engine/config/seed.ts'

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
  return id.replace(/(?<!\d)\d+$/, digits)
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
