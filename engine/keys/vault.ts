import { KEY_PREFIX } from '../../spec/words.ts'
import { randomOf } from '../config/seed.ts'
import { makeFromRecipe } from './changes.ts'
import { Scrubber } from './finding/scrubber.ts'
import { Keyring, USUAL_KEYS } from './keyring.ts'
import { asItWas, isWord, type KeyName, lengthOfPart, recipesIn } from './recipes.ts'
import { Remembered } from './remembered.ts'
import { Words } from './words.ts'

export type Keys = { A: string } & Partial<Record<'A2' | 'B' | 'R', string>>

/** The only holder of keys: fills recipes in on the way out, and puts recipes in their place on the way in. */
export class Vault {
  readonly #keys: Map<KeyName, string>
  readonly keyring: Keyring
  readonly words: Words
  readonly #scrubber: Scrubber
  readonly #filled = new Remembered((template) => this.#fill(template))
  readonly #scrubbed = new Remembered((text) => this.#scrubber.scrub(text))

  /** `words`: what else is kept out. */
  constructor(keys: Keys, seed: number, words: readonly string[] = []) {
    const given = Object.entries(keys).filter(([, key]) => key !== undefined) as [KeyName, string][]
    this.#keys = new Map(given)
    this.#keys.set('U', neverIssued(keys.A, seed))
    this.keyring = new Keyring(this.names())
    this.words = new Words(words)
    this.#scrubber = new Scrubber(new Map([...this.#keys, ...this.words.named]))
  }

  has(name: KeyName): boolean {
    return this.#keys.has(name)
  }

  names(): KeyName[] {
    return [...this.#keys.keys()]
  }

  lengthOf(name: KeyName): number {
    return this.#keys.get(name)?.length ?? 0
  }

  fill(template: string): string {
    return template.includes('{{') ? this.#filled.of(template) : template
  }

  #fill(template: string): string {
    let filled = ''
    let done = 0
    for (const { text, at, name, change } of recipesIn(template)) {
      filled += template.slice(done, at) + (this.#make(name, change) ?? text)
      done = at + text.length
    }
    return asItWas(filled + template.slice(done))
  }

  #make(name: KeyName, change: string): string | undefined {
    const key = this.#keys.get(name) ?? this.words.named.get(name)
    if (key !== undefined) return makeFromRecipe(key, change)
    // A word that somebody else wrote in braces is sent as it stands.
    if (!USUAL_KEYS.some((usual) => usual.name === name)) return undefined
    throw new Error(`a request needs the key ${name}, which was not provided`)
  }

  /** Whether a text shows a key, or so much of one that the rest could be guessed. */
  shows(text: string): boolean {
    return recipesIn(this.scrub(text)).some((recipe) => {
      if (isWord(recipe.name)) return false
      const length = lengthOfPart(recipe) ?? Number.POSITIVE_INFINITY
      return length >= MOST_OF_A_KEY * this.lengthOf(recipe.name)
    })
  }

  /** Whether a value, once filled in, is just what a good request carries: a changed key may be another given one. */
  isGoodAuthorization(template: string): boolean {
    const filled = this.fill(template)
    return [...this.#keys].some(([name, key]) => this.keyring.isGood(name) && filled === `Bearer ${key}`)
  }

  scrub(text: string): string {
    return this.#scrubbed.of(text)
  }

  /** The same few texts come again and again, so each is looked at by itself unless they hold something together. */
  scrubTogether(texts: readonly string[]): string[] {
    return this.#scrubber.isScattered(texts)
      ? this.#scrubber.scrubTogether(texts)
      : texts.map((text) => this.scrub(text))
  }
}

/** Half of a key of words may be a name that others have as well. */
const MOST_OF_A_KEY = 0.7

/** As long as the good key and of the same kinds of characters, so that only its being unknown speaks against it. */
function neverIssued(key: string, seed: number): string {
  const random = randomOf(seed, 'a key that was never issued')
  const body = key.startsWith(KEY_PREFIX) ? key.slice(KEY_PREFIX.length) : key
  const one = (alphabet: string) => alphabet[Math.floor(random() * alphabet.length)]!
  const twin = body
    .replace(/[a-z]/g, () => one('abcdefghijklmnopqrstuvwxyz'))
    .replace(/[A-Z]/g, () => one('ABCDEFGHIJKLMNOPQRSTUVWXYZ'))
    .replace(/[0-9]/g, () => one('0123456789'))
  return KEY_PREFIX + (twin === body ? `${twin}0` : twin)
}
