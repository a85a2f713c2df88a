import { KEY_PREFIX } from '../../spec/words.ts'

/**
 * A request never holds a key. It holds a recipe in double braces, which the client fills in when it sends and which
 * the history keeps: {{A}}, {{A without character 7}}, {{A in another letter case}} …
 */
/** Of account A, another of A, of account B, a revoked one, and one that was never issued. */
export type KeyName = 'A' | 'A2' | 'B' | 'R' | 'U'

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
    form: /^ in another letter case$/,
    make: (key) => key.slice(0, KEY_PREFIX.length) + swapCase(key.slice(KEY_PREFIX.length)),
  },
  { form: /^ in capitals$/, make: (key) => KEY_PREFIX + key.slice(KEY_PREFIX.length).toUpperCase() },
  { form: /^ in small letters$/, make: (key) => key.toLowerCase() },
  { form: /^ without its prefix$/, make: (key) => key.slice(KEY_PREFIX.length) },
  { form: /^ from character (\d+) to (\d+)$/, make: (key, first, last) => key.slice(first - 1, last) },
  { form: /^ as the user in base64$/, make: (key) => base64(`${key}:`) },
  { form: /^ as the password in base64$/, make: (key) => base64(`user:${key}`) },
]

/** What stands for two braces that somebody else wrote, so that they are not taken for the beginning of a recipe. */
export const TWO_BRACES = '{{two braces}}'

/** Undefined for what is no recipe of ours: a text that a server made up is sent as it stands. */
export function makeFromRecipe(key: string, change: string): string | undefined {
  for (const { form, make } of CHANGES) {
    const match = form.exec(change)
    if (match) return make(key, Number(match[1]), Number(match[2]))
  }
  return undefined
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

const ACCOUNT_OF: Record<KeyName, string> = { A: 'A', A2: 'A', R: 'A', B: 'B', U: 'nobody' }

export function sameAccount(one: KeyName, other: KeyName): boolean {
  return ACCOUNT_OF[one] === ACCOUNT_OF[other]
}

/** Another key of the same account, where a run may have one. */
export function siblingOf(key: KeyName): KeyName {
  if (key === 'A') return 'A2'
  return key === 'A2' ? 'A' : key
}
