import { changeIn, partIn } from './changes.ts'

/**
 * A request never holds a key. It holds a recipe in double braces, which the client fills in when it sends and which
 * the history keeps: {{A}}, {{A without character 7}}, {{A in another letter case}} …
 */
/** A short word that begins with a capital letter. A run knows A, A2, B, R and U; keys that were only seen are K1, K2 …, other words that are kept out W1, W2 …, and other secrets S and seven characters. */
export type KeyName = string

const NAME = '[A-Z][A-Za-z0-9]{0,7}'
const RECIPE = new RegExp(`\\{\\{(${NAME})((?:[ ,][^{}]*)?)\\}\\}`, 'g')

const WHOLE = new RegExp(`^\\{\\{(${NAME})\\}\\}$`)

/** `change`: what was done to the key, or how it was encoded; nothing where it stands as it is. */
export type Recipe = { text: string; at: number; name: KeyName; change: string }

/** Every recipe in a text, whichever keys there are. */
export function recipesIn(text: string): Recipe[] {
  if (!text.includes('{{')) return []
  return [...text.matchAll(RECIPE)].map(({ 0: whole, 1: name, 2: change, index }) => ({
    text: whole,
    at: index,
    name: name!,
    change: change!,
  }))
}

/** A password, token or signature in traffic, as opposed to an API key. */
export const isSecret = (name: KeyName): boolean => /^S[0-9A-Za-z]{7}$/.test(name)

/** What is kept out besides keys: what a user names, and other secrets. */
export const isWord = (name: KeyName): boolean => /^W\d+$/.test(name) || isSecret(name)

/** Whether a text holds placeholders of keys or redacted words. */
export const hasRecipes = (text: string): boolean => recipesIn(text).some(({ name }) => !isSecret(name))

/** The key that a text is, unchanged, and nothing else. */
export const wholeKeyOf = (text: string): KeyName | undefined => WHOLE.exec(text)?.[1]

/** Nothing of the key is missing or changed, in whatever encoding it stands. */
export const isOfWholeKey = ({ change }: Recipe): boolean => change === '' || change.startsWith(',')

/** All of it is there, and what stands between its parts, or around them, is not the key's. */
export const isInParts = ({ change }: Recipe): boolean => change.endsWith(', in parts')

/** Some of its characters, one behind the other, as they are; or all but for one. */
export const isDamaged = ({ change }: Recipe): boolean =>
  ['part', 'one less', 'one changed', 'one more'].includes(changeIn(change)?.kind ?? '')

/** All of it, and as it is but for capitals and small letters. */
export const isInOtherLetters = ({ change }: Recipe): boolean =>
  ['other letter case', 'capitals', 'small letters'].includes(changeIn(change)?.kind ?? '')

/** How many of its characters stand there one behind the other, in whatever letter case; undefined for more than a part. */
export function lengthOfPart({ change }: Recipe): number | undefined {
  const { first, last } = partIn(change) ?? {}
  return first === undefined ? undefined : last! - first + 1
}

/**
 * Two braces that somebody else wrote get a third behind them, so that they are not taken for the beginning of a recipe.
 * Older histories have words in its place.
 */
const TWO_BRACES = '{{}'
const TWO_BRACES_ONCE = '{{two braces}}'
const WRITTEN_DOWN = /\{\{(?:\}|two braces\}\})/g

/** Which of the two stands in a text of a history, if one does. */
export const bracesIn = (text: string): string | undefined =>
  [TWO_BRACES_ONCE, TWO_BRACES].find((each) => text.includes(each))

export const withoutRecipes = (text: string): string => (text.includes('{{') ? text.replaceAll('{{', TWO_BRACES) : text)

/** As whoever wrote the text has written it. */
export const asItWas = (text: string): string => (text.includes('{{') ? text.replaceAll(WRITTEN_DOWN, '{{') : text)
