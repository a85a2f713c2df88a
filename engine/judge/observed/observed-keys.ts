import { KEY_PREFIX } from '../../../spec/words.ts'
import type { Answer, Header } from '../../history/entry/exchange.ts'
import { inPlaceOf } from '../../http/answers/readable.ts'
import { type KeyName, recipesIn } from '../../keys/placeholders.ts'
import { Redactor } from '../../keys/redact.ts'
import { isBlackedOut, isSecretHeader } from '../../keys/secrets/names.ts'
import type { Seen } from './seen.ts'

/** Traffic that cannot be written without its keys. */
export class UnfitTraffic extends Error {
  override name = 'UnfitTraffic'
}

const SHORTEST = KEY_PREFIX.length + 4
/** Shorter credentials without the prefix may be words. */
const SHORTEST_OF_OTHERS = 16
/** Maximum number of keys in a HAR file. */
export const KEYS_OF_A_FILE = 200

const CARRIES_A_KEY = /^(proxy-)?authorization$/i
const SCHEME = /^[a-z][\w-]*$/i
const BEHIND_BEARER = new RegExp(`\\bbearer(?:\\s|%20|\\++)["']?(${KEY_PREFIX}[\\w.~+/=-]+)`, 'gi')
const LIKE_A_KEY = new RegExp(`\\b${KEY_PREFIX}[\\w-]{12,}`, 'g')
/** A value of a member with a secret name, in JSON or a form. */
const NAMED_A_SECRET =
  /(?:["'?&]|^)(?:api[-_]?key|access[-_]?(?:key|token)|auth(?:orization|[-_]?token)|bearer[-_]?token|(?:client[-_]?)?secret(?:[-_]?key)?|private[-_]?key)(?:["']\s{0,4}:\s{0,4}["']|=)(?:bearer\s)?([\w.~+/-]{16,200})/gi
const WITHHELD = '(withheld)'

type Options = {
  /** The traffic was written from a history and holds placeholders. */
  keepsRecipes?: boolean
  /** Keys that are known in advance. */
  given?: ReadonlyMap<string, KeyName>
  /** Exchanges are written immediately, so everything that looks like a key counts as one. */
  isPassing?: boolean
  most?: number
  /** First letter of the names. */
  letter?: string
  added?: (name: KeyName, key: string) => void
}

/** The keys in traffic, named K1, K2 … in order of appearance. Redacts them, and withholds other secrets in headers. */
export class KeysSeen {
  readonly #names: Map<string, KeyName>
  readonly #options: Required<Options>
  readonly #redactor: Redactor
  #count = 0

  constructor({
    keepsRecipes = false,
    given = new Map(),
    isPassing = false,
    most = KEYS_OF_A_FILE,
    letter = 'K',
    added = () => undefined,
  }: Options = {}) {
    this.#names = new Map(given)
    this.#redactor = new Redactor([...given].map(([key, name]) => [name, key]))
    this.#options = { keepsRecipes, given, isPassing, most, letter, added }
  }

  /** Names by key. */
  get known(): ReadonlyMap<string, KeyName> {
    return this.#names
  }

  names(): KeyName[] {
    return [...this.#names.values()]
  }

  note({ url, headers, body = '', unreadBody, answer, unread }: Seen): void {
    for (const [name, value] of headers) {
      if (CARRIES_A_KEY.test(name) && !isBlackedOut(value)) this.#noteAll(credentialsIn(value))
      else this.#noteAll(value.match(LIKE_A_KEY) ?? [])
    }
    this.#noteAll(url.slice(url.indexOf('?') + 1).match(LIKE_A_KEY) ?? [])
    const { isPassing, most } = this.#options
    const texts = [url, body, ...(unreadBody?.guesses ?? []), ...headers.flat(), unread?.toString('latin1') ?? '']
    if (answer) texts.push(answer.statusText ?? '', answer.body, ...answer.headers.flat())
    for (const text of texts) {
      this.#noteAll(groupsOf(BEHIND_BEARER, text))
      if (!isPassing) continue
      this.#noteAll(text.match(LIKE_A_KEY) ?? [])
      // Above the limit, Secrets redacts them by their names.
      if (this.#count < most) this.#noteAll(groupsOf(NAMED_A_SECRET, text).slice(0, most - this.#count))
    }
  }

  disguise({ unread, unreadBody, ...seen }: Seen): Seen {
    const { url, method, headers, body, answer, failure } = seen
    return {
      ...seen,
      method: this.#redact(method),
      url: this.#redact(url),
      headers: this.#headers(headers),
      ...(body !== undefined && { body: this.#redact(body) }),
      ...(unreadBody && { body: inPlaceOf(unreadBody.bytes, this.#recipesIn(unreadBody.guesses)) }),
      ...(answer && { answer: this.#answer(answer, unread) }),
      ...(failure && { failure: { ...failure, message: this.#redact(failure.message) } }),
    }
  }

  isIn(text: string): boolean {
    return this.#redact(text) !== text
  }

  /** Redacts a text that has placeholders already. */
  besideRecipes(text: string): string {
    return this.#redactor.redact(text, { keepsPlaceholders: true })
  }

  #answer(answer: Answer, unread: Buffer | undefined): Answer {
    return {
      ...answer,
      ...(answer.statusText !== undefined && { statusText: this.#redact(answer.statusText) }),
      headers: this.#headers(answer.headers),
      body: unread ? inPlaceOf(unread, this.#recipesIn([unread.toString('latin1')])) : this.#redact(answer.body),
      ...(answer.garbled !== undefined && { garbled: this.#redact(answer.garbled) }),
    }
  }

  #recipesIn(guesses: readonly string[]): string[] {
    return guesses.flatMap((guess) => recipesIn(this.#redact(guess)).map(({ text }) => text))
  }

  #headers(headers: readonly Header[]): Header[] {
    return headers.map(([name, value]): Header => {
      const redacted = this.#redact(value)
      return [this.#redact(name), isSecretHeader(name) ? withoutSecrets(redacted) : redacted]
    })
  }

  #redact(text: string): string {
    return this.#redactor.redact(text, { keepsPlaceholders: this.#options.keepsRecipes })
  }

  #noteAll(keys: Iterable<string>): void {
    for (const key of keys) {
      if (this.#names.has(key) || !isLongEnough(key) || key.includes('{{')) continue
      const { most, letter, added } = this.#options
      if (this.#count >= most) throw new UnfitTraffic(`it contains more than ${most} different keys`)
      const name = `${letter}${++this.#count}`
      this.#names.set(key, name)
      this.#redactor.add(name, key)
      added(name, key)
    }
  }
}

const isLongEnough = (key: string) => key.length >= (key.startsWith(KEY_PREFIX) ? SHORTEST : SHORTEST_OF_OTHERS)

const groupsOf = (form: RegExp, text: string): string[] =>
  [...text.matchAll(form)].map(([, secret]) => secret!).filter((secret) => !isBlackedOut(secret))

/** Clients may forget the space. */
const GLUED = new RegExp(`^bearer(?=${KEY_PREFIX})`, 'i')

/** Each word after the scheme; of Basic, also what looks like a key in the decoded value. */
function credentialsIn(value: string): string[] {
  const words = value
    .trim()
    .replace(GLUED, 'Bearer ')
    .split(/[\s,]+/)
  const secrets = words.length > 1 && SCHEME.test(words[0]!) ? words.slice(1) : words
  const unpacked = /^basic$/i.test(words[0]!)
    ? secrets.flatMap((each) => Buffer.from(each, 'base64').toString('latin1').match(LIKE_A_KEY) ?? [])
    : []
  return [...unpacked, ...secrets]
}

/** Keeps the scheme and the placeholders. */
function withoutSecrets(value: string): string {
  const recipes = recipesIn(value)
  const [, scheme = ''] = /^([a-z][\w-]*\s+|bearer)/i.exec(value) ?? []
  const rest = recipes.reduce((left, { text }) => left.replace(text, ''), value.slice(scheme.length))
  if (rest.replace(/\bbearer\b/gi, '').trim() === '') return value
  return recipes.length > 0 ? `${scheme}${recipes.map(({ text }) => text).join(' ')} ${WITHHELD}` : scheme + WITHHELD
}
