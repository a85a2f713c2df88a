import { KEY_PREFIX } from '../../spec/words.ts'
import { randomOf } from '../config/seed.ts'
import { Keyring, USUAL_KEYS } from './keyring.ts'
import { asItWas, changeIn, isWord, type KeyName, recipesIn } from './placeholders.ts'
import { Redactor } from './redact.ts'
import { Words } from './words.ts'

/** Headers repeat in most requests. */
const CACHED_CHARACTERS = 100
const MOST_CACHED = 100

export type Keys = { A: string } & Partial<Record<'A2' | 'B' | 'R', string>>

/** The only holder of keys: fills placeholders in when a request is sent, and redacts what comes back. */
export class Vault {
  readonly #keys: Map<KeyName, string>
  readonly keyring: Keyring
  readonly words: Words
  readonly #redactor: Redactor
  readonly #filled = new Map<string, string>()

  constructor(keys: Keys, seed: number, words: readonly string[] = []) {
    const given = Object.entries(keys).filter((each): each is [KeyName, string] => each[1] !== undefined)
    this.#keys = new Map([...given, ['U', neverIssued(keys.A, seed)]])
    this.keyring = new Keyring(this.names())
    this.words = new Words(words)
    this.#redactor = new Redactor([...this.#keys, ...this.words.named])
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
    if (!template.includes('{{')) return template
    const known = this.#filled.get(template)
    if (known !== undefined) return known
    const filled = this.#replacePlaceholders(template)
    if (template.length <= CACHED_CHARACTERS && this.#filled.size < MOST_CACHED) this.#filled.set(template, filled)
    return filled
  }

  #replacePlaceholders(template: string): string {
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
    if (key !== undefined) return changeIn(change)?.make(key)
    // A server's own word in braces.
    if (!USUAL_KEYS.some((usual) => usual.name === name)) return undefined
    throw new Error(`a request needs the key ${name}, which was not provided`)
  }

  /** Whether a text shows a key or a part of one. */
  shows(text: string): boolean {
    return recipesIn(this.scrub(text)).some(({ name }) => !isWord(name))
  }

  /** Whether a header carries a good key once it is filled in: a changed key may be another given one. */
  isGoodAuthorization(template: string): boolean {
    const filled = this.fill(template)
    return [...this.#keys].some(([name, key]) => this.keyring.isGood(name) && filled === `Bearer ${key}`)
  }

  scrub(text: string): string {
    return this.#redactor.redact(text)
  }
}

/** As long as the good key and of the same kinds of characters: it must be refused only for being unknown. */
function neverIssued(key: string, seed: number): string {
  const random = randomOf(seed, 'a key that was never issued')
  const body = key.startsWith(KEY_PREFIX) ? key.slice(KEY_PREFIX.length) : key
  const one = (alphabet: string) => alphabet[Math.floor(random() * alphabet.length)]!
  const lookalike = body
    .replace(/[a-z]/g, () => one('abcdefghijklmnopqrstuvwxyz'))
    .replace(/[A-Z]/g, () => one('ABCDEFGHIJKLMNOPQRSTUVWXYZ'))
    .replace(/[0-9]/g, () => one('0123456789'))
  return KEY_PREFIX + (lookalike === body ? `${lookalike}0` : lookalike)
}
