import { ERROR_CODES, FIELDS, RESOLUTIONS, STAGES, STATUSES } from '../../spec/words.ts'
import { UsageError } from '../config/target.ts'
import type { KeyName } from './placeholders.ts'
import { isRandom, Redactor } from './redact.ts'

/** Shorter words occur everywhere. */
const SHORTEST = 4
/** Long random values in a query are its signature. */
const SHORTEST_SIGNATURE = 16

/** Words of every response and report. */
const OF_THE_INTERFACE = [
  ...['https', 'http://', 'bearer', 'authorization', 'videos', 'models', 'capacity', 'usage', 'billing', 'balance'],
  ...['status', 'stage', 'error', 'code', 'message', 'image_url', 'prompt', 'model', 'application/json', 'Retry-After'],
  ...[...STATUSES, ...STAGES, ...RESOLUTIONS, ...Object.keys(ERROR_CODES), ...Object.keys(FIELDS)],
]

/** Members of history entries that hold only gatecheck's own words. */
const OWN_NAMES = new Set(
  (
    'kind by part breaks open clause wrong opinion format suite spec target startedAt keys known planned profile how cause ' +
    'sha256 at ms n sent received twin owner method'
  ).split(' '),
)

/** Words of `--redact`: redacted in every output. Requests hold the placeholders W1, W2 … and are sent with the words. */
export class Words {
  readonly named: ReadonlyMap<KeyName, string>
  readonly #redactor: Redactor

  constructor(words: readonly string[]) {
    const different = [...new Set(words)].toSorted((a, b) => b.length - a.length)
    this.named = new Map(different.map((word, index) => [`W${index + 1}`, word]))
    this.#redactor = new Redactor(this.named)
  }

  isIn(text: string): boolean {
    return this.#redact(text) !== text
  }

  /** Redacts the words in all texts of a value, which may hold placeholders of keys. */
  keptOutOf<Value>(value: Value): Value {
    return this.named.size === 0 ? value : mapStrings(value, (text) => this.#redact(text))
  }

  #redact(text: string): string {
    return this.#redactor.redact(text, { keepsPlaceholders: true })
  }
}

/** Applies `instead` to all strings in a value, except members with gatecheck's own words. */
export function mapStrings<Value>(value: Value, instead: (text: string) => string): Value {
  return mapped(value, instead) as Value
}

function mapped(value: unknown, instead: (text: string) => string): unknown {
  if (typeof value === 'string') return instead(value)
  if (Array.isArray(value)) return value.map((each) => mapped(each, instead))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, isOwn(name, each) ? each : mapped(each, instead)]),
  )
}

/** `received` is a number in an exchange and a sentence in a finding. */
const isOwn = (name: string, value: unknown) =>
  OWN_NAMES.has(name) && !(name === 'received' && typeof value === 'string')

/** Refuses words that cannot be redacted, without repeating them. */
export function usableWords(words: readonly string[]): string[] {
  for (const [index, word] of words.entries()) {
    const which = `--redact (or redact, or GATECHECK_REDACT), word ${index + 1}`
    if (word.length < SHORTEST)
      throw new UsageError(
        `${which}: shorter than ${SHORTEST} characters, so it would match everywhere; use a longer word`,
      )
    if (OF_THE_INTERFACE.some((own) => own.toLowerCase().includes(word.toLowerCase())))
      throw new UsageError(`${which}: a word of the interface itself, which cannot be redacted`)
  }
  return [...words]
}

/** Credentials in the URL of an image: user, password and the signature in its query. */
export function secretsOf(imageUrl: string): string[] {
  if (!URL.canParse(imageUrl)) return []
  const { username, password, search, searchParams } = new URL(imageUrl)
  const signatures = [...searchParams.values()].filter((value) => value.length >= SHORTEST_SIGNATURE && isRandom(value))
  const secrets = [username && password ? `${username}:${password}` : '', password, search.slice(1), ...signatures]
  return secrets.filter((each) => each.length >= 2 * SHORTEST)
}
