import { ENCODINGS } from './encodings.ts'
import { foldAscii, type KeyPattern, patternsOf } from './key-patterns.ts'
import { isOfWholeKey, type KeyName, recipesIn, TWO_BRACES } from './recipes.ts'

type Match = { at: number; length: number; recipe: string }

/** Longer texts are searched less deeply, so that a run is not held up by a blob. */
const LONG = 100_000

/**
 * Puts recipes in the place of keys, and of what is nearly a key, in plain text and in the encodings in which text
 * travels. Shorter pieces stay: an id or a word may share a few characters with a key by chance.
 */
export class Scrubber {
  readonly #patterns: KeyPattern[]
  readonly #window: number
  readonly #windows = new Set<string>()
  /** The pairs of characters with which a window may begin: most places in a text are passed over at once. */
  readonly #beginnings = new Uint8Array(2 ** 14)
  /** No encoding makes a text shorter, so shorter tokens cannot hold a key. */
  readonly #shortest: number

  constructor(keys: ReadonlyMap<KeyName, string>) {
    this.#patterns = [...keys].flatMap(([name, key]) => patternsOf(name, key))
    this.#window = Math.min(8, ...this.#patterns.map((pattern) => pattern.least))
    this.#shortest = Math.min(...this.#patterns.map((pattern) => pattern.least))
    for (const { folded } of this.#patterns) {
      for (let at = 0; at + this.#window <= folded.length; at++) {
        this.#windows.add(folded.slice(at, at + this.#window))
        this.#beginnings[pairAt(folded, at)] = 1
      }
    }
  }

  scrub(text: string): string {
    return this.scrubBesideRecipes(text.includes('{{') ? text.replaceAll('{{', TWO_BRACES) : text)
  }

  /** Of a text that comes from a history: the braces in it are those of recipes. */
  scrubBesideRecipes(text: string): string {
    if (this.#patterns.length === 0) return text
    // Encodings first: a key of which one character is encoded must be seen whole.
    return this.#scrubPlain(this.#scrubEncoded(text, text.length > LONG ? 1 : 3))
  }

  #scrubPlain(text: string): string {
    const folded = foldAscii(text)
    let out = ''
    let done = 0
    for (let match = this.#next(text, folded, 0); match; match = this.#next(text, folded, done)) {
      out += text.slice(done, match.at) + match.recipe
      done = match.at + match.length
    }
    return out + text.slice(done)
  }

  #next(text: string, folded: string, from: number): Match | undefined {
    for (let at = from; at + this.#window <= folded.length; at++) {
      if (this.#beginnings[pairAt(folded, at)] === 0) continue
      if (!this.#windows.has(folded.slice(at, at + this.#window))) continue
      const match = this.#longestAt(text, folded, at)
      if (match) return match
    }
    return undefined
  }

  #longestAt(text: string, folded: string, at: number): Match | undefined {
    const start = folded.slice(at, at + this.#window)
    let best: Match | undefined
    for (const pattern of this.#patterns) {
      for (let from = pattern.folded.indexOf(start); from >= 0; from = pattern.folded.indexOf(start, from + 1)) {
        let length = this.#window
        while (from + length < pattern.folded.length && folded[at + length] === pattern.folded[from + length]) length++
        if (length < pattern.least || length <= (best?.length ?? 0)) continue
        const exact = text.slice(at, at + length) === pattern.text.slice(from, from + length)
        best = { at, length, recipe: recipeFor(pattern, from, length, exact) }
      }
    }
    return best
  }

  /** Encodings are found inside encodings, as deep as a server may reasonably wrap what it was told. */
  #scrubEncoded(text: string, depth: number): string {
    let out = text
    for (const { sign, token, name, decode } of ENCODINGS) {
      if (sign && !out.includes(sign)) continue
      out = out.replace(token, (found) => {
        if (found.length < this.#shortest || (sign && !found.includes(sign))) return found
        const recipe = this.#recipeIn(decode(found), depth)
        return recipe === undefined ? found : `${recipe.slice(0, -2)}, ${name}}}`
      })
    }
    return out
  }

  /** The recipe of the key that one of the decoded texts holds, a whole key before a part of one. */
  #recipeIn(texts: readonly string[], depth: number): string | undefined {
    const recipes = texts.flatMap((text) => {
      const plain = this.#scrubPlain(text)
      const scrubbed = plain === text && depth > 1 ? this.#scrubEncoded(text, depth - 1) : plain
      return scrubbed === text ? [] : recipesIn(scrubbed)
    })
    return (recipes.find(isOfWholeKey) ?? recipes[0])?.text
  }
}

/** Keys are ASCII; other characters share a place with some of them, which costs a look and no more. */
function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) & 127) << 7) | (text.charCodeAt(at + 1) & 127)
}

function recipeFor({ name, spelled, text }: KeyPattern, from: number, length: number, exact: boolean): string {
  const part = length === text.length ? '' : ` from character ${from + 1} to ${from + length}`
  return `{{${name}${part}${exact ? '' : ' in another letter case'}${spelled}}}`
}
