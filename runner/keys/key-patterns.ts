import type { KeyName } from './recipes.ts'

/** A spelling of a key, and how much of it has to be seen before a text is taken to hold that key. */
export type KeyPattern = { name: KeyName; spelled: string; text: string; folded: string; least: number }

const FEWEST = 8
/** Shorter than this, half a key is no longer telling; then each way of leaving one character out is named by itself. */
const SHORT = 2 * FEWEST + 1

/** The spellings in which a key itself may stand in a text. Whole encodings (base64 and the like) are unpacked instead. */
const SPELLINGS: [name: string, spell: (key: string) => string][] = [
  ['', (key) => key],
  [', reversed', (key) => [...key].reverse().join('')],
  [', percent-encoded', (key) => encodeURIComponent(key)],
  [', percent-encoded', (key) => encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase())],
  [', with escapes', (key) => key.replaceAll('/', '\\/')],
  [', with escapes', (key) => JSON.stringify(key).slice(1, -1)],
  [', in character references', (key) => key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
]

export function patternsOf(name: KeyName, key: string): KeyPattern[] {
  const spellings = new Map(SPELLINGS.map(([spelled, spell]) => [spell(key), spelled] as const).reverse())
  const wholes = [...spellings].map(([text, spelled]) => pattern(name, spelled, text, leastOf(text)))
  if (key.length >= SHORT) return wholes
  const shortened = Array.from(key, (_, at) => key.slice(0, at) + key.slice(at + 1))
  return [...wholes, ...shortened.map((text) => pattern(name, ' less a character', text, text.length))]
}

/** A key less one character still holds a run of nearly half of it. */
function leastOf(text: string): number {
  return Math.min(text.length, Math.max(FEWEST, Math.floor((text.length - 1) / 2)))
}

function pattern(name: KeyName, spelled: string, text: string, least: number): KeyPattern {
  return { name, spelled, text, folded: foldAscii(text), least }
}

/** Positions must agree with those of the text, and a few letters beyond ASCII change their length when folded. */
export function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
