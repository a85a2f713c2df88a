import { ERROR_CODES, FIELDS, RESOLUTIONS, STAGES, STATUSES } from '../../spec/words.ts'
import { UsageError } from '../config/target.ts'
import { Scrubber } from './finding/scrubber.ts'
import type { KeyName } from './recipes.ts'
import { isTelling } from './telling.ts'

/** Shorter ones stand everywhere. */
const SHORTEST = 4
/** Of the values in a query, the long ones that look drawn by chance are its signature. */
const SHORTEST_SIGNATURE = 16

/** What every answer and every report is made of. */
const OF_THE_INTERFACE = [
  ...['https', 'http://', 'bearer', 'authorization', 'videos', 'models', 'capacity', 'usage', 'billing', 'balance'],
  ...['status', 'stage', 'error', 'code', 'message', 'image_url', 'prompt', 'model', 'application/json', 'Retry-After'],
  ...[...STATUSES, ...STAGES, ...RESOLUTIONS, ...Object.keys(ERROR_CODES), ...Object.keys(FIELDS)],
]

/** What of a history names what it says, and is no text of anybody else's. */
const OWN_NAMES = new Set(
  (
    'kind by part breaks open clause wrong opinion format suite spec target startedAt keys known planned profile how cause ' +
    'sha256 at ms n sent received twin owner method'
  ).split(' '),
)

/** More words that are kept out of every output, as keys are; by the names W1, W2 … a request has them filled in again. */
export class Words {
  readonly named: ReadonlyMap<KeyName, string>
  readonly #scrubber: Scrubber

  constructor(words: readonly string[]) {
    const different = [...new Set(words)].toSorted((a, b) => b.length - a.length)
    this.named = new Map(different.map((word, index) => [`W${index + 1}`, word]))
    this.#scrubber = new Scrubber(this.named)
  }

  isIn(text: string): boolean {
    return this.named.size > 0 && this.#scrubber.scrubBesideRecipes(text) !== text
  }

  /** The same with recipes in the place of these words: what the run itself writes down has recipes of keys already. */
  keptOutOf<Value>(value: Value): Value {
    return this.named.size === 0 ? value : mapStrings(value, (text) => this.#scrubber.scrubBesideRecipes(text))
  }
}

/** Applies `instead` to all strings in a value, except members that only name what an entry says. */
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

/** An answer's `received` is a number, a finding's is a sentence. */
const isOwn = (name: string, value: unknown) =>
  OWN_NAMES.has(name) && !(name === 'received' && typeof value === 'string')

/** What nobody can keep out is refused, without saying what it was. */
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

/** Of the address of an image, what may be the right to see it: user, password and the signature in its query. */
export function secretsOf(imageUrl: string): string[] {
  if (!URL.canParse(imageUrl)) return []
  const { username, password, search, searchParams } = new URL(imageUrl)
  const signatures = [...searchParams.values()].filter(
    (value) => value.length >= SHORTEST_SIGNATURE && isTelling(value),
  )
  const secrets = [username && password ? `${username}:${password}` : '', password, search.slice(1), ...signatures]
  return secrets.filter((each) => each.length >= 2 * SHORTEST)
}
