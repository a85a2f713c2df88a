import { KEY_PREFIX } from '../../spec/words.ts'

/**
 * A request never holds a key. It holds a recipe in double braces, which the client fills in when it sends and which
 * the history keeps: {{A}}, {{A without character 7}}, {{A in another letter case}} …
 */
/** Of account A, another of A, of account B, a revoked one, and one that was never issued. */
export type KeyName = 'A' | 'A2' | 'B' | 'R' | 'U'

const CHANGES: { form: RegExp; make: (key: string, position: number) => string }[] = [
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
    form: /^ in another letter case$/,
    make: (key) => key.slice(0, KEY_PREFIX.length) + swapCase(key.slice(KEY_PREFIX.length)),
  },
  { form: /^ without its prefix$/, make: (key) => key.slice(KEY_PREFIX.length) },
  { form: /^ in base64$/, make: (key) => Buffer.from(`${key}:`).toString('base64') },
]

export function makeFromRecipe(key: string, change: string): string {
  for (const { form, make } of CHANGES) {
    const match = form.exec(change)
    if (match) return make(key, Number(match[1]))
  }
  throw new Error(`unknown key recipe: {{…${change}}}`)
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
