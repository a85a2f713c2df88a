import { KEY_PREFIX } from '../../spec/words.ts'

/**
 * The name of a secret in placeholders. A run knows the keys A, A2, B, R and U. K1, K2 … are keys that were only seen,
 * W1, W2 … words of `--redact`, and S with seven characters other secrets in traffic.
 */
export type KeyName = string

const NAME = '[A-Z][A-Za-z0-9]{0,7}'
const RECIPE = new RegExp(`\\{\\{(${NAME})((?:[ ,][^{}]*)?)\\}\\}`, 'g')
const WHOLE = new RegExp(`^\\{\\{(${NAME})\\}\\}$`)

/**
 * A placeholder: `{{A}}`, `{{A without character 7}}`, `{{A, in base64}}`. Requests hold placeholders, and the client fills
 * them in when it sends. `change`: what was done to the key, or how it was encoded; empty if nothing.
 */
export type Recipe = { text: string; at: number; name: KeyName; change: string }

/** All placeholders in a text, of any key. */
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

/** A word of `--redact` or another secret that is no API key. */
export const isWord = (name: KeyName): boolean => /^W\d+$/.test(name) || isSecret(name)

/** Whether a text holds placeholders of keys or redacted words. */
export const hasRecipes = (text: string): boolean => recipesIn(text).some(({ name }) => !isSecret(name))

/** The key if the text is its placeholder and nothing else. */
export const wholeKeyOf = (text: string): KeyName | undefined => WHOLE.exec(text)?.[1]

/** The whole key, in any encoding. */
export const isOfWholeKey = ({ change }: Recipe): boolean => change === '' || change.startsWith(',')

/** A part of the key, or the key with one wrong character. */
export const isDamaged = ({ change }: Recipe): boolean =>
  ['part', 'one less', 'one changed', 'one more'].includes(changeIn(change)?.kind ?? '')

/** The whole key in another letter case. */
export const isInOtherLetters = ({ change }: Recipe): boolean =>
  ['other letter case', 'capitals', 'small letters'].includes(changeIn(change)?.kind ?? '')

type Make = (key: string, first: number, last: number) => string

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Changes to a key: how a placeholder names them, and what is sent. Characters count from 1. */
const CHANGES = {
  nothing: [/^$/, (key) => key],
  'one less': [/^ without character (\d+)$/, (key, at) => key.slice(0, at - 1) + key.slice(at)],
  'one changed': [
    /^ with character (\d+) changed$/,
    (key, at) => key.slice(0, at - 1) + another(key[at - 1]!) + key.slice(at),
  ],
  'one more': [/^ with a character added after character (\d+)$/, (key, at) => `${key.slice(0, at)}x${key.slice(at)}`],
  'one in the other letter case': [
    /^ with character (\d+) in the other letter case$/,
    (key, at) => key.slice(0, at - 1) + swapCase(key[at - 1] ?? '') + key.slice(at),
  ],
  'one percent-encoded': [
    /^ with character (\d+) percent-encoded$/,
    (key, at) => `${key.slice(0, at - 1)}%${Buffer.from(key[at - 1] ?? '').toString('hex')}${key.slice(at)}`,
  ],
  'other letter case': [/^ in another letter case$/, (key) => KEY_PREFIX + swapCase(key.slice(KEY_PREFIX.length))],
  capitals: [/^ in capitals$/, (key) => KEY_PREFIX + key.slice(KEY_PREFIX.length).toUpperCase()],
  'small letters': [/^ in small letters$/, (key) => key.toLowerCase()],
  'no prefix': [/^ without its prefix$/, (key) => key.slice(KEY_PREFIX.length)],
  part: [/^ from character (\d+) to (\d+)$/, (key, first, last) => key.slice(first - 1, last)],
  'user in base64': [/^ as the user in base64$/, (key) => base64(`${key}:`)],
  'password in base64': [/^ as the password in base64$/, (key) => base64(`user:${key}`)],
} satisfies Record<string, [form: RegExp, make: Make]>

export type KindOfChange = keyof typeof CHANGES

/** `first`, `last`: the changed characters, or NaN. */
export type Change = { kind: KindOfChange; first: number; last: number; make(key: string): string }

/** Undefined for a change that cannot be sent. */
export function changeIn(said: string): Change | undefined {
  for (const [kind, [form, make]] of Object.entries(CHANGES) as [KindOfChange, [RegExp, Make]][]) {
    const match = form.exec(said)
    if (!match) continue
    const [first, last] = [Number(match[1]), Number(match[2])]
    return { kind, first, last, make: (key) => make(key, first, last) }
  }
  return undefined
}

/** Whether all placeholders in a text can be filled: a key in hex, base64 or escapes cannot be restored. */
export const canBeFilled = (text: string): boolean =>
  recipesIn(text).every(({ change }) => changeIn(change) !== undefined)

/** Another character of the same kind, but not the same letter in the other case: that is another probe. */
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

/** A server's own `{{` is stored as `{{}`, so that it does not begin a placeholder. */
const TWO_BRACES = '{{}'

export const bracesIn = (text: string): string | undefined => (text.includes(TWO_BRACES) ? TWO_BRACES : undefined)
export const withoutRecipes = (text: string): string => (text.includes('{{') ? text.replaceAll('{{', TWO_BRACES) : text)
export const asItWas = (text: string): string => (text.includes('{{') ? text.replaceAll(TWO_BRACES, '{{') : text)
