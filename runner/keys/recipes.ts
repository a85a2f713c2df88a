import { KEY_PREFIX } from '../../spec/words.ts'

/**
 * A request never holds a key. It holds a recipe in double braces, which the client fills in when it sends and which
 * the history keeps: {{A}}, {{A without character 7}}, {{A in another letter case}} …
 */
/** A short word that begins with a capital letter. A run knows A, A2, B, R and U; keys that were only seen are K1, K2 …, and other words that are kept out W1, W2 … */
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

/** What a user wants kept out besides keys. */
export const isWord = (name: KeyName): boolean => /^W\d+$/.test(name)

/** The key that a text is, unchanged, and nothing else. */
export const wholeKeyOf = (text: string): KeyName | undefined => WHOLE.exec(text)?.[1]

/** Nothing of the key is missing or changed, in whatever encoding it stands. */
export const isOfWholeKey = ({ change }: Recipe): boolean => change === '' || change.startsWith(',')

/** All of it is there, and what stands between its parts, or around them, is not the key's. */
export const isInParts = ({ change }: Recipe): boolean => change.endsWith(', in parts')

/** Some of its characters, one behind the other, as they are; or all but for one. */
export const isDamaged = ({ change }: Recipe): boolean =>
  /^ (?:from character \d+ to|without character|with character|with a character added after character) \d+(?: changed)?$/.test(
    change,
  )

/** All of it, and as it is but for capitals and small letters. */
export const isInOtherLetters = ({ change }: Recipe): boolean =>
  /^ in (?:another letter case|capitals|small letters)$/.test(change)

const base64 = (text: string) => Buffer.from(text).toString('base64')

const CHANGES: { form: RegExp; make: (key: string, first: number, last: number) => string }[] = [
  { form: /^$/, make: (key) => key },
  { form: /^ without character (\d+)$/, make: (key, at) => key.slice(0, at - 1) + key.slice(at) },
  {
    form: /^ with character (\d+) changed$/,
    make: (key, at) => key.slice(0, at - 1) + another(key[at - 1]!) + key.slice(at),
  },
  {
    form: /^ with a character added after character (\d+)$/,
    make: (key, at) => `${key.slice(0, at)}x${key.slice(at)}`,
  },
  {
    form: /^ with character (\d+) in the other letter case$/,
    make: (key, at) => key.slice(0, at - 1) + swapCase(key[at - 1] ?? '') + key.slice(at),
  },
  {
    form: /^ with character (\d+) percent-encoded$/,
    make: (key, at) => `${key.slice(0, at - 1)}%${Buffer.from(key[at - 1] ?? '').toString('hex')}${key.slice(at)}`,
  },
  {
    form: /^ in another letter case$/,
    make: (key) => key.slice(0, KEY_PREFIX.length) + swapCase(key.slice(KEY_PREFIX.length)),
  },
  { form: /^ in capitals$/, make: (key) => KEY_PREFIX + key.slice(KEY_PREFIX.length).toUpperCase() },
  { form: /^ in small letters$/, make: (key) => key.toLowerCase() },
  { form: /^ without its prefix$/, make: (key) => key.slice(KEY_PREFIX.length) },
  { form: /^ from character (\d+) to (\d+)$/, make: (key, first, last) => key.slice(first - 1, last) },
  {
    form: /^ from character (\d+) to (\d+) in capitals$/,
    make: (key, first, last) => key.slice(first - 1, last).toUpperCase(),
  },
  {
    form: /^ from character (\d+) to (\d+) in small letters$/,
    make: (key, first, last) => key.slice(first - 1, last).toLowerCase(),
  },
  { form: /^ as the user in base64$/, make: (key) => base64(`${key}:`) },
  { form: /^ as the password in base64$/, make: (key) => base64(`user:${key}`) },
]

/** What was done to the whole of it, behind a comma: an answer showed it so, and is asked for what it showed. */
const FORMS: { form: string; make: (text: string) => string }[] = [
  { form: ', reversed', make: (text) => [...text].reverse().join('') },
  { form: ', percent-encoded', make: (text) => encodeURIComponent(text) },
]

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

/** Undefined for what is no recipe of ours: a text that a server made up is sent as it stands. */
export function makeFromRecipe(key: string, change: string): string | undefined {
  for (const { form, make } of CHANGES) {
    const match = form.exec(change)
    if (match) return make(key, Number(match[1]), Number(match[2]))
  }
  const last = FORMS.find(({ form }) => change.endsWith(form))
  const made = last && makeFromRecipe(key, change.slice(0, -last.form.length))
  return made === undefined ? undefined : last!.make(made)
}

/** Another character of the same kind, and never the same letter in another case: that is a probe of its own. */
function another(character: string): string {
  if (/[0-9]/.test(character)) return character === '9' ? '0' : String(Number(character) + 1)
  if (/[a-z]/.test(character)) return character === 'z' ? 'a' : String.fromCharCode(character.charCodeAt(0) + 1)
  if (/[A-Z]/.test(character)) return character === 'Z' ? 'A' : String.fromCharCode(character.charCodeAt(0) + 1)
  return character === '-' ? '_' : '-'
}

function swapCase(text: string): string {
  return text.replace(/[a-zA-Z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
