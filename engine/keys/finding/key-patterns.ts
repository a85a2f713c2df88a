import type { KeyName } from '../recipes.ts'
import { isTelling } from '../telling.ts'

/** A spelling of a key, and how much of it has to be seen before a text is taken to hold that key. */
export type KeyPattern = {
  name: KeyName
  /** Said behind the recipe; a part of what is spelled backwards is counted from the key's own beginning. */
  spelled: string
  isBackwards: boolean
  /** Its characters are none of the key's, and its letter case says nothing. */
  isCoded: boolean
  text: string
  folded: string
  /** So much of it is replaced, whatever it looks like. */
  least: number
  /** So much of it is replaced if it is telling. */
  leastTelling: number
}

/** A run of so many characters is no chance; a shorter one may be shared with an id. */
const FEWEST = 8
/** What was gathered from all over a text is met by chance more often, and no request could put it back. */
const FEWEST_GATHERED = 10
/** As many bits as eight characters have. */
const FEWEST_OF_BASE32 = 13
/** Shorter than this, half a key is no longer telling; then each way of leaving one character out is named by itself. */
const SHORT = 2 * FEWEST + 1

/** The ways in which a key itself may stand in a text. Encodings and escapes are undone instead. */
const SPELLINGS: { spelled: string; isBackwards?: true; spell: (key: string) => string }[] = [
  { spelled: '', spell: (key) => key },
  { spelled: ', reversed', isBackwards: true, spell: (key) => [...key].reverse().join('') },
  { spelled: ', in rot13', spell: rot13 },
]

export function patternsOf(name: KeyName, key: string): KeyPattern[] {
  const wholes = SPELLINGS.map(({ spelled, isBackwards = false, spell }): KeyPattern => {
    const text = spell(key)
    const least = Math.min(text.length, Math.max(FEWEST, Math.floor((text.length - 1) / 2)))
    return { ...pattern(name, spelled, text, least), isBackwards, leastTelling: Math.min(least, FEWEST) }
  })
  const coded = inBase32(key).map(
    (text): KeyPattern => ({ ...pattern(name, ', in base32', text, FEWEST_OF_BASE32), isCoded: true }),
  )
  wholes.push(...coded.filter(({ text }) => text.length >= FEWEST_OF_BASE32))
  if (key.length >= SHORT) return wholes
  const shortened = Array.from(key, (_, at) => key.slice(0, at) + key.slice(at + 1))
  return [...wholes, ...shortened.map((text) => pattern(name, ' less a character', text, text.length))]
}

/** Of a word that somebody wants kept out, less than all is an ordinary word, unless it is long. */
export function patternsOfWord(name: KeyName, word: string): KeyPattern[] {
  const inUtf8 = Buffer.from(word).toString('latin1')
  return [...new Set([word, inUtf8])].map((text): KeyPattern => {
    const least = text.length < SHORT ? text.length : Math.floor((text.length + 1) / 2)
    return {
      ...pattern(name, text === word ? '' : ', in UTF-8', text, least),
      leastTelling: Math.min(least, FEWEST_GATHERED),
    }
  })
}

/** A key without all that may as well be a separator, to be found between separators of any kind. */
export function bareOf(name: KeyName, key: string): KeyPattern[] {
  const text = key.replace(/[^A-Za-z0-9]+/g, '')
  if (text.length < FEWEST_GATHERED) return []
  return [{ ...pattern(name, '', text, text.length), leastTelling: FEWEST_GATHERED }]
}

function pattern(name: KeyName, spelled: string, text: string, least: number): KeyPattern {
  return {
    name,
    spelled,
    isBackwards: false,
    isCoded: false,
    text,
    folded: foldAscii(text),
    least,
    leastTelling: least,
  }
}

/** Positions must agree with those of the text, and a few letters beyond ASCII change their length when folded. */
export function foldAscii(text: string): string {
  const folded = text.toLowerCase()
  return folded.length === text.length ? folded : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function rot13(key: string): string {
  return key.replace(/[a-zA-Z]/g, (letter) => {
    const first = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first)
  })
}

/** Whether so much of a key is more than chance. In another letter case, only what was changed as a whole. */
export function isEnough({ text, least, leastTelling }: KeyPattern, from: number, shown: string): boolean {
  if (shown.length >= least) return true
  if (shown.length < leastTelling) return false
  const part = text.slice(from, from + shown.length)
  const isInOneCase = shown === part || shown === part.toUpperCase() || shown === part.toLowerCase()
  return isInOneCase && isTelling(part)
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What base32 makes of a key wherever it begins, less the ends that depend on its neighbours. */
function inBase32(key: string): string[] {
  const bits = [...Buffer.from(key)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return [0, 1, 2, 3, 4].map((shift) => {
    const groups = bits.slice((5 - ((shift * 8) % 5)) % 5).match(/.{5}/g) ?? []
    return groups.map((group) => BASE32[Number.parseInt(group, 2)]!).join('')
  })
}
