import { createHmac, randomBytes } from 'node:crypto'
import type { HistoryEntry } from '../../history/entry/entries.ts'
import type { Answer, Elsewhere, Exchange, Header, RequestTemplate } from '../../history/entry/exchange.ts'
import { type KeyName, recipesIn } from '../../keys/placeholders.ts'
import { isRandom, Redactor } from '../../keys/redact.ts'
import { type Member, withMembers } from '../../keys/secrets/members.ts'
import { isOfOneUrl, isSecretHeader, isSecretName, mayBeSecret, mayNameAnId } from '../../keys/secrets/names.ts'
import { decoded, type Parameter, withParameters } from '../../keys/secrets/queries.ts'
import { mapStrings } from '../../keys/words.ts'

/** Levels of JSON inside JSON strings. */
const DEEPEST = 4

/** Shorter values are not searched for elsewhere: they occur by chance. */
const SHORTEST_ELSEWHERE = 8
/** Values from this length on are searched for even if they look like words. */
const LONG = 16
/** Longer values are not searched for elsewhere. */
const LONGEST = 4000

/** Total length of the values that are searched for elsewhere. */
const MOST_CHARACTERS = 100_000

const MAY_HOLD_A_NAME =
  /pass|pwd|secret|token|auth|bearer|key|sig|credential|sess|sid|jwt|otp|hdn|access|assertion|response|verifier|\\u|%[0-9a-f]{2}/i
const MAY_HOLD_A_PASSWORD = /\/\/[^/\s]*@/
const JSON_BEGINS = /^\s*(?:data:\s*)?[[{]/
const FORM = /^[\w.[\]%-]{1,100}=[^&\s]*(?:&[\w.[\]%-]{1,100}=[^&\s]*)*$/
const FORM_TYPE = /^application\/x-www-form-urlencoded/i
/** A part of a multipart form: its headers, its name and its value. */
const PART = /(form-data;[^\r\n]*?\bname="([^"\r\n]*)"[^\r\n]*(?:\r?\n[^\r\n]+)*\r?\n\r?\n)([\s\S]*?)(?=\r?\n--|$)/gi

/** Text that may precede the placeholder of a key. */
const SCHEME = /^(?:bearer|basic|token|api-?key)?\s*$/i

type Asked = Pick<Exchange, 'request' | 'answer'>

type How = { isForm?: boolean; namesAnId?: boolean; depth?: number }

/**
 * Redacts secrets other than API keys by their names, in URLs, forms and JSON. The placeholder is a keyed hash of the value:
 * equal values have equal placeholders within one recording, and guesses cannot be tested without the hash key.
 */
export class Secrets {
  readonly #salt = randomBytes(32)
  readonly #whenLearned: (name: KeyName, value: string) => void
  readonly #redactor = new Redactor()
  readonly #learned = new Set<KeyName>()
  #characters = 0

  /** `learned` is called for each value that is searched for in all texts from now on. */
  constructor({ learned = () => undefined }: { learned?: (name: KeyName, value: string) => void } = {}) {
    this.#whenLearned = learned
  }

  /** Learns the values of headers that are withheld. */
  note(headers: readonly Header[]): void {
    for (const [name, value] of headers) {
      if (/^(set-)?cookie2?$/i.test(name)) this.#noteCookies(value)
      else if (isSecretHeader(name) && !/authorization$/i.test(name)) this.#learn(value.trim())
    }
  }

  /** Returns the entry without secrets. */
  redact<Entry extends HistoryEntry>(entry: Entry): Entry {
    const isAsked = entry.kind === 'exchange' || entry.kind === 'elsewhere'
    const redacted = isAsked ? { ...entry, ...this.#asked(entry as Exchange | Elsewhere) } : entry
    return this.#learned.size === 0 ? redacted : mapStrings(redacted, (text) => this.#learnedIn(text))
  }

  /** Learns the secrets of an exchange. */
  learnFrom(asked: Asked): void {
    this.#asked(asked)
  }

  #asked({ request, answer }: Asked): Asked {
    return { request: this.#request(request), ...(answer && { answer: this.#answer(answer, request) }) }
  }

  /** Redacts a text of any kind. */
  text(text: string): string {
    return this.#learnedIn(this.#inText(text))
  }

  /** Redacts all strings in a value. */
  in<Value>(value: Value): Value {
    return mapStrings(value, (text) => this.text(text))
  }

  /** Redacts learned values. */
  #learnedIn(text: string): string {
    return this.#redactor.redact(text, { keepsPlaceholders: true })
  }

  #request(request: RequestTemplate): RequestTemplate {
    const { path, headers, body } = request
    return {
      ...request,
      path: this.#inText(path),
      headers: this.#headers(headers),
      ...(body !== undefined && { body: this.#inText(body, { isForm: isAForm(headers, body) }) }),
    }
  }

  #answer(answer: Answer, { path }: RequestTemplate): Answer {
    const { headers, body } = answer
    const namesAnId = /\/videos(?:[/?]|$)/.test(path)
    return {
      ...answer,
      headers: this.#headers(headers),
      body: this.#inText(body, { namesAnId, isForm: isAForm(headers, body) }),
    }
  }

  #headers(headers: readonly Header[]): Header[] {
    return headers.map(([name, value]): Header => [name, isSecretHeader(name) ? value : this.#inText(value)])
  }

  #inText(text: string, { isForm = FORM.test(text), namesAnId = false, depth = DEEPEST }: How = {}): string {
    if (depth === 0 || !(MAY_HOLD_A_NAME.test(text) || MAY_HOLD_A_PASSWORD.test(text))) return text
    if (JSON_BEGINS.test(text)) return withMembers(text, (member) => this.#member(member, { namesAnId, depth }))
    const redacted = withParameters(text, { isForm, instead: (parameter) => this.#parameter(parameter, isForm) })
    return redacted.includes('form-data;')
      ? redacted.replace(PART, (part: string, head: string, name: string, value: string) =>
          isSecretName(name) ? head + this.#secret(value, name) : part,
        )
      : redacted
  }

  #member({ name, value, isNumber }: Member, { namesAnId, depth }: { namesAnId: boolean; depth: number }): string {
    const isSecret = name !== undefined && isSecretName(name) && !(namesAnId && mayNameAnId(name))
    if (isSecret) return this.#secret(value, name)
    return isNumber ? value : this.#inText(value, { depth: depth - 1 })
  }

  /** Does not learn values in URLs: each URL may have a new one. */
  #parameter({ name, value }: Parameter, isForm: boolean): string {
    if (!isSecretName(name, 'query')) return value
    const plain = decoded(value)
    if (!mayBeSecret(plain)) return value
    const instead = this.#besideRecipes(value)
    if (instead !== undefined) return instead
    if (isForm) this.#learnNamed(name, decoded(value.replaceAll('+', ' ')))
    // Clients must not change a URL, so each encoding needs its own placeholder.
    const asSent = asUrlsHaveIt(value)
    const isEncoded = asSent !== plain && asSent === encodeURIComponent(plain)
    return isEncoded ? this.#placeholderOf(plain, ', percent-encoded') : this.#placeholderOf(asSent)
  }

  #secret(value: string, name: string): string {
    if (!mayBeSecret(value.trim())) return value
    const instead = this.#besideRecipes(value)
    if (instead !== undefined) return instead
    this.#learnNamed(name, value)
    return this.#placeholderOf(value)
  }

  /** Keeps placeholders of keys. */
  #besideRecipes(value: string): string | undefined {
    const recipes = recipesIn(value)
    if (recipes.length === 0) return undefined
    const rest = recipes.reduce((left, { text }) => left.replace(text, ''), value)
    return SCHEME.test(rest) ? value : recipes.map(({ text }) => text).join('') + this.#placeholderOf(value)
  }

  #placeholderOf(value: string, change = ''): string {
    return `{{${this.#nameOf(value)}${change}}}`
  }

  #nameOf(value: string): KeyName {
    const digest = createHmac('sha256', this.#salt).update(value).digest('base64')
    return `S${digest.replace(/[^0-9A-Za-z]/g, '').slice(0, 7)}`
  }

  #noteCookies(value: string): void {
    for (const [, name, said] of value.matchAll(/(?:^|[;,])\s*([^=;,\s]{1,100})=([^;,\s]*)/g))
      if (isSecretName(name!) || /sess/i.test(name!)) this.#learn(decoded(said!).replace(/^"(.*)"$/, '$1'))
  }

  #learnNamed(name: string, value: string): void {
    if (!isOfOneUrl(name)) this.#learn(value)
  }

  #learn(value: string): void {
    if (value.length < SHORTEST_ELSEWHERE || (value.length < LONG && !isRandom(value))) return
    if (value.length > LONGEST || !mayBeSecret(value) || recipesIn(value).length > 0) return
    const name = this.#nameOf(value)
    if (this.#learned.has(name) || this.#characters + value.length > MOST_CHARACTERS) return
    this.#learned.add(name)
    this.#characters += value.length
    this.#redactor.add(name, value)
    this.#whenLearned(name, value)
  }
}

const isAForm = (headers: readonly Header[], body: string): boolean =>
  FORM.test(body) || headers.some(([name, value]) => name.toLowerCase() === 'content-type' && FORM_TYPE.test(value))

/** Normalizes as the URL standard does: clients may send either form. */
function asUrlsHaveIt(value: string): string {
  if (/^[\w.~%!$()*+,/:;=?@-]*$/.test(value)) return value
  return URL.parse(`http://nowhere/?${value}`)?.search.slice(1) ?? value
}
