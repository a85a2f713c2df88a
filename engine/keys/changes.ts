import { KEY_PREFIX } from '../../spec/words.ts'

/** What can be done to a key, and the words that a recipe has for it. Characters are counted from 1. */
const SAID = {
  nothing: /^$/,
  'one less': /^ without character (\d+)$/,
  'one changed': /^ with character (\d+) changed$/,
  'one more': /^ with a character added after character (\d+)$/,
  'one in the other letter case': /^ with character (\d+) in the other letter case$/,
  'one percent-encoded': /^ with character (\d+) percent-encoded$/,
  'other letter case': /^ in another letter case$/,
  capitals: /^ in capitals$/,
  'small letters': /^ in small letters$/,
  'no prefix': /^ without its prefix$/,
  part: /^ from character (\d+) to (\d+)$/,
  'part in capitals': /^ from character (\d+) to (\d+) in capitals$/,
  'part in small letters': /^ from character (\d+) to (\d+) in small letters$/,
  'user in base64': /^ as the user in base64$/,
  'password in base64': /^ as the password in base64$/,
}

export type KindOfChange = keyof typeof SAID

/** `first`, `last`: the characters that it is about; NaN where it is about none. */
export type Change = { kind: KindOfChange; first: number; last: number }

/** What a recipe says was done to its key; undefined for words that are none of ours. */
export function changeIn(said: string): Change | undefined {
  for (const [kind, form] of Object.entries(SAID)) {
    const match = form.exec(said)
    if (match) return { kind: kind as KindOfChange, first: Number(match[1]), last: Number(match[2]) }
  }
  return undefined
}

/** Of which characters a part consists, whatever else was done to it. */
export function partIn(said: string): { first: number; last: number } | undefined {
  const [, first, last] = /^ from character (\d+) to (\d+)/.exec(said) ?? []
  return first === undefined ? undefined : { first: Number(first), last: Number(last) }
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

const MADE: Record<KindOfChange, (key: string, first: number, last: number) => string> = {
  nothing: (key) => key,
  'one less': (key, at) => key.slice(0, at - 1) + key.slice(at),
  'one changed': (key, at) => key.slice(0, at - 1) + another(key[at - 1]!) + key.slice(at),
  'one more': (key, at) => `${key.slice(0, at)}x${key.slice(at)}`,
  'one in the other letter case': (key, at) => key.slice(0, at - 1) + swapCase(key[at - 1] ?? '') + key.slice(at),
  'one percent-encoded': (key, at) =>
    `${key.slice(0, at - 1)}%${Buffer.from(key[at - 1] ?? '').toString('hex')}${key.slice(at)}`,
  'other letter case': (key) => key.slice(0, KEY_PREFIX.length) + swapCase(key.slice(KEY_PREFIX.length)),
  capitals: (key) => KEY_PREFIX + key.slice(KEY_PREFIX.length).toUpperCase(),
  'small letters': (key) => key.toLowerCase(),
  'no prefix': (key) => key.slice(KEY_PREFIX.length),
  part: (key, first, last) => key.slice(first - 1, last),
  'part in capitals': (key, first, last) => key.slice(first - 1, last).toUpperCase(),
  'part in small letters': (key, first, last) => key.slice(first - 1, last).toLowerCase(),
  'user in base64': (key) => base64(`${key}:`),
  'password in base64': (key) => base64(`user:${key}`),
}

/** What was done to the whole of it, behind a comma: an answer showed it so, and is asked for what it showed. */
const FORMS: { form: string; make: (text: string) => string }[] = [
  { form: ', reversed', make: (text) => [...text].reverse().join('') },
  { form: ', percent-encoded', make: (text) => encodeURIComponent(text) },
]

/** Undefined for what is no recipe of ours: a text that a server made up is sent as it stands. */
export function makeFromRecipe(key: string, said: string): string | undefined {
  const change = changeIn(said)
  if (change) return MADE[change.kind](key, change.first, change.last)
  const last = FORMS.find(({ form }) => said.endsWith(form))
  const made = last && makeFromRecipe(key, said.slice(0, -last.form.length))
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
