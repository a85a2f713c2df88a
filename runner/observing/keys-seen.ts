import { KEY_PREFIX } from '../../spec/words.ts'
import type { Answer, Header } from '../history/exchange.ts'
import { type KeyName, recipesIn } from '../keys/recipes.ts'
import { Scrubber } from '../keys/scrubber.ts'
import type { Seen } from './seen.ts'

/** Traffic that cannot be written down without its keys. */
export class UnfitTraffic extends Error {
  override name = 'UnfitTraffic'
}

/** Each is looked for in every text, in many spellings. */
const MOST_KEYS = 200
const SHORTEST = KEY_PREFIX.length + 4
/** What does not begin as keys do may be a word, and words stand everywhere. */
const SHORTEST_OF_OTHERS = 16

const CARRIES_A_KEY = /^(proxy-)?authorization$/i
const SECRET = /^((proxy-)?authorization|(set-)?cookie|x-.*(key|token|secret|auth).*|api-?key|authentication)$/i
const SCHEME = /^[a-z][\w-]*$/i
const BEHIND_BEARER = /\bbearer(?:\s|%20|\+)+["']?([\w.~+/=-]+)/gi
const LIKE_A_KEY = new RegExp(`\\b${KEY_PREFIX}[\\w-]{12,}`, 'g')
/** What tools write in the place of a key that they were told to leave out. */
const BLACKED_OUT = /redacted|removed|sanitized|hidden|filtered|masked|withheld|omitted|\*{3,}|x{6,}|•|…|\.{3,}/i
const WITHHELD = '(withheld)'

/** Whether the value says no more than that there was a key. */
export const isBlackedOut = (value: string): boolean => recipesIn(value).length === 0 && BLACKED_OUT.test(value)

/**
 * The keys that traffic carries, by the names K1, K2 … in the order in which they appear. With them known, recipes are
 * put in their place wherever they stand; what else is secret, and says nothing, is withheld.
 */
export class KeysSeen {
  readonly #names = new Map<string, KeyName>()
  readonly #keepsRecipes: boolean
  #scrubber: Scrubber | undefined

  /** In traffic that was written from a history, recipes stand already. */
  constructor({ keepsRecipes = false } = {}) {
    this.#keepsRecipes = keepsRecipes
  }

  names(): KeyName[] {
    return [...this.#names.values()]
  }

  note({ url, headers, body = '', answer }: Seen): void {
    for (const [name, value] of headers) {
      if (CARRIES_A_KEY.test(name) && !isBlackedOut(value)) this.#noteAll(credentialsIn(value))
      else this.#noteAll(value.match(LIKE_A_KEY) ?? [])
    }
    this.#noteAll(url.slice(url.indexOf('?') + 1).match(LIKE_A_KEY) ?? [])
    const texts = [
      url,
      body,
      ...headers.flat(),
      answer?.statusText ?? '',
      answer?.body ?? '',
      ...(answer?.headers.flat() ?? []),
    ]
    for (const text of texts) this.#noteAll(behindBearer(text))
  }

  disguise(seen: Seen): Seen {
    const { url, method, headers, body, answer, failure } = seen
    return {
      ...seen,
      method: this.#scrub(method),
      url: this.#scrub(url),
      headers: this.#headers(headers),
      ...(body !== undefined && { body: this.#scrub(body) }),
      ...(answer && { answer: this.#answer(answer) }),
      ...(failure && { failure: { ...failure, message: this.#scrub(failure.message) } }),
    }
  }

  isIn(text: string): boolean {
    return this.#scrub(text) !== text
  }

  #answer(answer: Answer): Answer {
    return {
      ...answer,
      ...(answer.statusText !== undefined && { statusText: this.#scrub(answer.statusText) }),
      headers: this.#headers(answer.headers),
      body: this.#scrub(answer.body),
      ...(answer.garbled !== undefined && { garbled: this.#scrub(answer.garbled) }),
    }
  }

  #headers(headers: readonly Header[]): Header[] {
    return headers.map(([name, value]): Header => {
      const scrubbed = this.#scrub(value)
      return [this.#scrub(name), SECRET.test(name) ? withoutSecrets(scrubbed) : scrubbed]
    })
  }

  #scrub(text: string): string {
    this.#scrubber ??= new Scrubber(new Map([...this.#names].map(([key, name]) => [name, key])))
    return this.#keepsRecipes ? this.#scrubber.scrubBesideRecipes(text) : this.#scrubber.scrub(text)
  }

  #noteAll(keys: Iterable<string>): void {
    for (const key of keys) {
      if (this.#names.has(key) || !isLongEnough(key) || key.includes('{{')) continue
      if (this.#names.size >= MOST_KEYS) throw new UnfitTraffic(`it carries more than ${MOST_KEYS} different keys`)
      this.#names.set(key, `K${this.#names.size + 1}`)
      this.#scrubber = undefined
    }
  }
}

const isLongEnough = (key: string) => key.length >= (key.startsWith(KEY_PREFIX) ? SHORTEST : SHORTEST_OF_OTHERS)

const behindBearer = (text: string): string[] =>
  /bearer/i.test(text)
    ? [...text.matchAll(BEHIND_BEARER)]
        .map(([, key]) => key!)
        .filter((key) => key.startsWith(KEY_PREFIX) && !isBlackedOut(key))
    : []

/** Everything behind the scheme, each word for itself; of Basic, also what is packed in it. */
function credentialsIn(value: string): string[] {
  const words = value.trim().split(/[\s,]+/)
  const secrets = words.length > 1 && SCHEME.test(words[0]!) ? words.slice(1) : words
  const unpacked = /^basic$/i.test(words[0]!)
    ? secrets.flatMap((each) => Buffer.from(each, 'base64').toString('latin1').match(LIKE_A_KEY) ?? [])
    : []
  return [...unpacked, ...secrets]
}

/** The scheme and the recipes: whatever else stands in such a header is nobody's business. */
function withoutSecrets(value: string): string {
  const recipes = recipesIn(value)
  const [, scheme = ''] = /^([a-z][\w-]*\s+)/i.exec(value) ?? []
  const rest = recipes.reduce((left, { text }) => left.replace(text, ''), value.slice(scheme.length))
  if (rest.trim() === '') return value
  return recipes.length > 0 ? `${scheme}${recipes.map(({ text }) => text).join(' ')} ${WITHHELD}` : scheme + WITHHELD
}
