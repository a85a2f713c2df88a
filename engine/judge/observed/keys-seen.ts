import { KEY_PREFIX } from '../../../spec/words.ts'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Answer, Header } from '../../history/entry/exchange.ts'
import { inPlaceOf } from '../../http/answers/not-kept.ts'
import { Scrubber } from '../../keys/finding/scrubber.ts'
import { type KeyName, recipesIn } from '../../keys/recipes.ts'
import { isBlackedOut, isSecretHeader } from '../../keys/secrets/names.ts'
import type { Seen } from './seen.ts'

/** Traffic that cannot be written down without its keys. */
export class UnfitTraffic extends Error {
  override name = 'UnfitTraffic'
}

const SHORTEST = KEY_PREFIX.length + 4
/** What does not begin as keys do may be a word, and words stand everywhere. */
const SHORTEST_OF_OTHERS = 16

const CARRIES_A_KEY = /^(proxy-)?authorization$/i
const SCHEME = /^[a-z][\w-]*$/i
const BEHIND_BEARER = /\bbearer(?:\s|%20|\+)+["']?([\w.~+/=-]+)/gi
const LIKE_A_KEY = new RegExp(`\\b${KEY_PREFIX}[\\w-]{12,}`, 'g')
/** Under a name that says a secret, in JSON or in a form: a key need not begin as those of the law do. */
const NAMED_A_SECRET =
  /(?:["'?&]|^)(?:api[-_]?key|access[-_]?(?:key|token)|auth(?:orization|[-_]?token)|bearer[-_]?token|(?:client[-_]?)?secret(?:[-_]?key)?|private[-_]?key)(?:["']\s{0,4}:\s{0,4}["']|=)(?:bearer\s)?([\w.~+/-]{16,200})/gi
const WITHHELD = '(withheld)'

type Options = {
  /** In traffic that was written from a history, recipes stand already. */
  keepsRecipes?: boolean
  /** Keys that are known by other names before any is seen. */
  given?: ReadonlyMap<string, KeyName>
  /** What comes later is not known when something is written down: all that looks like a key is taken for one. */
  isPassing?: boolean
  /** How many there may be. */
  most?: number
  /** What the names of those that are seen begin with. */
  letter?: string
  /** Called for each new key. */
  added?: (name: KeyName, key: string) => void
}

/**
 * The keys that traffic carries, by the names K1, K2 … in the order in which they appear. With them known, recipes are
 * put in their place wherever they stand; what else is secret, and says nothing, is withheld.
 */
export class KeysSeen {
  readonly #names: Map<string, KeyName>
  readonly #options: Required<Options>
  #scrubber: Scrubber | undefined
  #count = 0
  /** Headers say the same few things over and over: what was made of them, as long as no key is added. */
  readonly #scrubbed = new Map<string, string>()

  constructor({
    keepsRecipes = false,
    given = new Map(),
    isPassing = false,
    most = BOUNDS.keysOfAFile.most,
    letter = 'K',
    added = () => undefined,
  }: Options = {}) {
    this.#names = new Map(given)
    this.#options = { keepsRecipes, given, isPassing, most, letter, added }
  }

  /** All of them, by what they are. */
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
    const texts = [
      url,
      body,
      ...(unreadBody?.guesses ?? []),
      ...headers.flat(),
      answer?.statusText ?? '',
      answer?.body ?? '',
      unread?.toString('latin1') ?? '',
      ...(answer?.headers.flat() ?? []),
    ]
    for (const text of texts) {
      // Nothing in it was a key when it was seen before, or each is known.
      if (this.#scrubbed.has(text)) continue
      this.#noteAll(behindBearer(text))
      if (!this.#options.isPassing) continue
      if (text.includes(KEY_PREFIX)) this.#noteAll(text.match(LIKE_A_KEY) ?? [])
      // Above the limit, Secrets redacts them by their names.
      if (this.#count < this.#options.most)
        this.#noteAll(namedSecretsIn(text).slice(0, this.#options.most - this.#count))
    }
  }

  disguise({ unread, unreadBody, ...seen }: Seen): Seen {
    const { url, method, headers, body, answer, failure } = seen
    return {
      ...seen,
      method: this.#scrub(method),
      url: this.#scrub(url),
      headers: this.#headers(headers),
      ...(body !== undefined && { body: this.#scrub(body) }),
      ...(unreadBody && { body: inPlaceOf(unreadBody.bytes, this.#recipesIn(unreadBody.guesses)) }),
      ...(answer && { answer: this.#answer(answer, unread) }),
      ...(failure && { failure: { ...failure, message: this.#scrub(failure.message) } }),
    }
  }

  isIn(text: string): boolean {
    return this.#scrub(text) !== text
  }

  /** Redacts a text that has placeholders already. */
  besideRecipes(text: string): string {
    return this.#scrubberNow().scrubBesideRecipes(text)
  }

  #answer(answer: Answer, unread: Buffer | undefined): Answer {
    return {
      ...answer,
      ...(answer.statusText !== undefined && { statusText: this.#scrub(answer.statusText) }),
      headers: this.#headers(answer.headers),
      body: unread ? inPlaceOf(unread, this.#recipesIn(guessesAt(unread))) : this.#scrub(answer.body),
      ...(answer.garbled !== undefined && { garbled: this.#scrub(answer.garbled) }),
    }
  }

  #recipesIn(guesses: readonly string[]): string[] {
    return guesses.flatMap((guess) => recipesIn(this.#scrubAnew(guess)).map(({ text }) => text))
  }

  #headers(headers: readonly Header[]): Header[] {
    return headers.map(([name, value]): Header => {
      const scrubbed = this.#scrub(value)
      return [this.#scrub(name), isSecretHeader(name) ? withoutSecrets(scrubbed) : scrubbed]
    })
  }

  #scrub(text: string): string {
    const known = this.#scrubbed.get(text)
    if (known !== undefined) return known
    const scrubbed = this.#scrubAnew(text)
    const isShort = text.length <= BOUNDS.rememberedCharacters.most
    if (isShort && this.#scrubbed.size < BOUNDS.observedTextsRemembered.most) this.#scrubbed.set(text, scrubbed)
    return scrubbed
  }

  #scrubAnew(text: string): string {
    const scrubber = this.#scrubberNow()
    return this.#options.keepsRecipes ? scrubber.scrubBesideRecipes(text) : scrubber.scrub(text)
  }

  #scrubberNow(): Scrubber {
    this.#scrubber ??= new Scrubber(new Map([...this.#names].map(([key, name]) => [name, key])))
    return this.#scrubber
  }

  #noteAll(keys: Iterable<string>): void {
    for (const key of keys) {
      if (this.#names.has(key) || !isLongEnough(key) || key.includes('{{')) continue
      const { most, letter, added } = this.#options
      if (this.#count >= most) throw new UnfitTraffic(`it contains more than ${most} different keys`)
      const name = `${letter}${++this.#count}`
      this.#names.set(key, name)
      this.#scrubber?.add(name, key)
      this.#scrubbed.clear()
      added(name, key)
    }
  }
}

const guessesAt = (unread: Buffer) => [unread.toString('latin1'), new TextDecoder().decode(unread)]

const isLongEnough = (key: string) => key.length >= (key.startsWith(KEY_PREFIX) ? SHORTEST : SHORTEST_OF_OTHERS)

const behindBearer = (text: string): string[] =>
  /bearer/i.test(text)
    ? [...text.matchAll(BEHIND_BEARER)]
        .map(([, key]) => key!)
        .filter((key) => key.startsWith(KEY_PREFIX) && !isBlackedOut(key))
    : []

const namedSecretsIn = (text: string): string[] =>
  [...text.matchAll(NAMED_A_SECRET)].map(([, secret]) => secret!).filter((secret) => !isBlackedOut(secret))

/** Whoever forgets the space sends a key all the same. */
const GLUED = new RegExp(`^bearer(?=${KEY_PREFIX})`, 'i')

/** Everything behind the scheme, each word for itself; of Basic, also what is packed in it. */
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

/** The scheme and the recipes: whatever else stands in such a header is nobody's business. */
function withoutSecrets(value: string): string {
  const recipes = recipesIn(value)
  const [, scheme = ''] = /^([a-z][\w-]*\s+|bearer)/i.exec(value) ?? []
  const rest = recipes.reduce((left, { text }) => left.replace(text, ''), value.slice(scheme.length))
  if (rest.replace(/\bbearer\b/gi, '').trim() === '') return value
  return recipes.length > 0 ? `${scheme}${recipes.map(({ text }) => text).join(' ')} ${WITHHELD}` : scheme + WITHHELD
}
