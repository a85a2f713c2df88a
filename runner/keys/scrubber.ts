import type { KeyName } from './recipes.ts'

/**
 * Puts recipes in the place of keys. A key less one character still holds a run of nearly half of it, so every run of
 * that kind is replaced, in plain text and in the encodings in which text travels.
 */
export class Scrubber {
  readonly #keys: [KeyName, string][]
  readonly #run: number
  readonly #runs = new Set<string>()

  constructor(keys: ReadonlyMap<KeyName, string>) {
    this.#keys = [...keys].sort(([, a], [, b]) => b.length - a.length)
    const shortest = Math.min(...this.#keys.map(([, key]) => key.length))
    this.#run = Math.max(4, Math.min(8, Math.floor((shortest - 1) / 2)))
    for (const [, key] of this.#keys) {
      const folded = key.toLowerCase()
      for (let at = 0; at + this.#run <= folded.length; at++) this.#runs.add(folded.slice(at, at + this.#run))
    }
  }

  scrub(text: string): string {
    const literal = text.includes('{{') ? text.replaceAll('{{', '{{two braces}}') : text
    return this.#scrubEncoded(this.#scrubPlain(literal))
  }

  #nextRun(folded: string, from: number): number {
    for (let at = from; at + this.#run <= folded.length; at++) {
      if (this.#runs.has(folded.slice(at, at + this.#run))) return at
    }
    return -1
  }

  #scrubPlain(text: string): string {
    const folded = text.toLowerCase()
    if (folded.length !== text.length) return this.#scrubLengthChanging(text)
    let out = ''
    let done = 0
    for (let at = this.#nextRun(folded, 0); at >= 0; at = this.#nextRun(folded, done)) {
      const { recipe, length } = this.#longestAt(text, folded, at)
      out += text.slice(done, at) + recipe
      done = at + length
    }
    return out + text.slice(done)
  }

  /** A few letters (İ) grow when folded; positions then no longer agree, so only the ASCII letters are folded. */
  #scrubLengthChanging(text: string): string {
    return text
      .split(/([^\0-\x7f]+)/)
      .map((piece, index) => (index % 2 ? piece : this.#scrubPlain(piece)))
      .join('')
  }

  #longestAt(text: string, folded: string, at: number): { recipe: string; length: number } {
    let best = { recipe: '', length: 0 }
    for (const [name, key] of this.#keys) {
      const foldedKey = key.toLowerCase()
      const start = folded.slice(at, at + this.#run)
      for (let from = foldedKey.indexOf(start); from >= 0; from = foldedKey.indexOf(start, from + 1)) {
        let length = this.#run
        while (from + length < foldedKey.length && folded[at + length] === foldedKey[from + length]) length++
        if (length <= best.length) continue
        const exact = text.slice(at, at + length) === key.slice(from, from + length)
        const whole = length === key.length
        const part = whole ? '' : ` from character ${from + 1} to ${from + length}`
        best = { recipe: `{{${name}${part}${exact ? '' : ' in another letter case'}}}`, length }
      }
    }
    return best
  }

  /** Encodings are found inside encodings, as deep as a server may reasonably wrap what it was told. */
  #scrubEncoded(text: string, depth = 3): string {
    let out = text
    for (const { token, name, decode } of ENCODINGS) {
      out = out.replace(token, (found) => {
        const recipe = this.#recipeIn(decode(found), depth)
        return recipe === undefined ? found : `${recipe.slice(0, -2)}, ${name}}}`
      })
    }
    return out
  }

  /** The recipe of the key that one of the decoded texts holds, a whole key before a part of one. */
  #recipeIn(texts: readonly string[], depth: number): string | undefined {
    const recipes = texts.flatMap((text) => {
      const plain = this.#nextRun(text.toLowerCase(), 0) < 0 ? text : this.#scrubPlain(text)
      const scrubbed = plain === text && depth > 1 ? this.#scrubEncoded(text, depth - 1) : plain
      return scrubbed === text ? [] : (scrubbed.match(RECIPE) ?? [])
    })
    return recipes.find((recipe) => WHOLE_KEY.test(recipe)) ?? recipes[0]
  }
}

const RECIPE = /\{\{(?:A2|A|B|R|U)[^}]*\}\}/g
const WHOLE_KEY = /^\{\{\w+(?:,[^}]*)?\}\}$/

const ENCODINGS: { name: string; token: RegExp; decode: (token: string) => string[] }[] = [
  {
    name: 'with NULs between',
    token: /(?:[\x21-\x7e]\0){4,}[\x21-\x7e]?|(?:\0[\x21-\x7e]){4,}/g,
    decode: (token) => [token.replaceAll('\0', '')],
  },
  {
    name: 'percent-encoded',
    token: /(?:%[0-9a-fA-F]{2}|[\w.~-])*%[0-9a-fA-F]{2}(?:%[0-9a-fA-F]{2}|[\w.~-])*/g,
    decode: (token) => [token.replace(/%([0-9a-fA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))],
  },
  {
    name: 'with escapes',
    token:
      /(?:\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|[\w-])*\\[ux][0-9a-fA-F]{2,4}(?:\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|[\w-])*/g,
    decode: (token) => [
      token.replace(/\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})/g, (_, four, two) =>
        String.fromCharCode(Number.parseInt(four ?? two, 16)),
      ),
    ],
  },
  {
    name: 'in character references',
    token: /(?:&#x?[0-9a-fA-F]+;|[\w-])*&#x?[0-9a-fA-F]+;(?:&#x?[0-9a-fA-F]+;|[\w-])*/g,
    decode: (token) => [
      token.replace(/&#(x?)([0-9a-fA-F]+);/g, (whole, x, digits) => {
        const code = Number.parseInt(digits, x ? 16 : 10)
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole
      }),
    ],
  },
  {
    name: 'in hex',
    token: /(?:[0-9a-fA-F]{2}){8,}/g,
    decode: (token) => [0, 1].map((from) => Buffer.from(token.slice(from), 'hex').toString('latin1')),
  },
  {
    name: 'in base64',
    token: /[A-Za-z0-9+/_-]{10,}={0,2}/g,
    decode: (token) => [0, 1, 2, 3].map((from) => Buffer.from(token.slice(from), 'base64').toString('latin1')),
  },
]
