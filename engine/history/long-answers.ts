import { LIMITS } from '../config/limits.ts'
import { type Recipe, recipesIn } from '../keys/placeholders.ts'
import { escapeObeyed } from '../writing/escaped.ts'
import type { HistoryEntry } from './entry/entries.ts'
import type { Answer, Elsewhere, Exchange } from './entry/exchange.ts'
import { isRecord, parseJson } from './reading/reading.ts'

/** Characters of an entry besides its texts. */
const FRAME = 500

const MOST = {
  /** Shorter bodies, which are nearly all, are always kept. */
  ordinary: 16 * 1024,
  /** Total of longer bodies: repeated ones would fill a disk. */
  long: 40 * 1024 * 1024,
  /** The beginning of a body that was not read to its end. */
  incomplete: 64 * 1024,
  all: LIMITS.historyCharacters,
}

/** Limits what a run records of long responses. A resumed run takes its earlier entries first, to reach the same state. */
export class AnswerLimits {
  readonly #most: typeof MOST
  #long = 0
  #all = 0

  constructor(most: Partial<typeof MOST> = {}) {
    this.#most = { ...MOST, ...most }
  }

  get isFull(): boolean {
    return this.#all > this.#most.all
  }

  /** The entry and its redacted form, both shortened if the latter is too long. */
  take<Kept extends HistoryEntry, Written extends HistoryEntry>(entry: Kept, redacted: Written) {
    const shorten = hasAnswer(redacted) && redacted.answer ? this.#shortening(redacted.answer, redacted) : undefined
    const shortened = <Entry extends HistoryEntry>(one: Entry): Entry =>
      shorten && hasAnswer(one) && one.answer ? { ...one, answer: shorten(one.answer) } : one
    const both = { kept: shortened(entry), written: shortened(redacted) }
    this.#all += lengthOf(both.written)
    return both
  }

  /** Undefined if the response is kept completely. */
  #shortening(answer: Answer, asked: Exchange | Elsewhere): ((answer: Answer) => Answer) | undefined {
    if (answer.body.length * LONGEST_ESCAPE <= this.#most.ordinary) return undefined
    const length = writtenLength(answer.body)
    if (length <= this.#most.ordinary) return undefined
    const kept = answer.truncated ? Math.min(length, this.#most.incomplete) : length
    if (this.#long + kept > this.#most.long) return (each) => this.#short(each, asked)
    this.#long += kept
    return length > kept ? (each) => cut(each, kept) : undefined
  }

  #short(answer: Answer, asked: Exchange | Elsewhere): Answer {
    const isComplete = !answer.truncated && answer.garbled === undefined
    // Clauses need all aliases in a list of models, but no lists in the record of a job.
    const isOfAJob = /\/videos(?:[/?]|$)/.test(asked.request.path)
    const body = isComplete ? shortJson(answer.body, { lists: isOfAJob }) : undefined
    return body !== undefined && writtenLength(body) <= this.#most.ordinary
      ? { ...answer, body, shortened: true }
      : cut(answer, this.#most.ordinary)
  }
}

const hasAnswer = (entry: HistoryEntry): entry is Exchange | Elsewhere =>
  entry.kind === 'exchange' || entry.kind === 'elsewhere'

function lengthOf(entry: HistoryEntry): number {
  if (!hasAnswer(entry)) return FRAME
  const { request, answer } = entry
  let length = FRAME + request.path.length + (request.body?.length ?? 0) + (answer?.body.length ?? 0)
  for (const [name, value] of request.headers) length += name.length + value.length
  for (const [name, value] of answer?.headers ?? []) length += name.length + value.length
  return length
}

/** Length of \u0000. */
const LONGEST_ESCAPE = 6

const writtenLength = (text: string) => escapeObeyed(JSON.stringify(text)).length - '""'.length

function cut(answer: Answer, most: number): Answer {
  let body = answer.body.slice(0, most)
  while (writtenLength(body) > most) body = body.slice(0, Math.ceil(body.length / 2))
  // A copy: a slice would keep the complete body in memory.
  return { ...answer, body: Buffer.from(body, 'utf16le').toString('utf16le'), truncated: true }
}

const LONG_TEXT = 6000
const LONG_LIST = 200
const KEPT_OF_TEXT = 100
const KEPT_PLACEHOLDERS = 8
const LEFT_OUT = '…'
/** A job is polled by its id, and its video fetched by its URL. */
const WHOLE: readonly string[] = ['id', 'url']
const ADDRESS = /^https?:\/\/\S+$/i

/** Not in TypeScript's library yet. Keeps all digits of numbers. */
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON(text: string): unknown
  isRawJSON(value: unknown): boolean
}

type Reviver = (this: unknown, name: string, value: unknown, context?: { source: string }) => unknown

/**
 * JSON with its long texts cut and, with `lists`, its long lists and objects. Fields of the interface and placeholders of keys
 * stay. Undefined if the body is not JSON.
 */
export function shortJson(body: string, { lists }: { lists: boolean }): string | undefined {
  if (!parseJson(body)) return undefined
  const shorten: Reviver = (name, value, context) => {
    if (typeof value === 'number') return rawJSON(context!.source)
    if (typeof value === 'string') return shorterText(value, name)
    if (!lists || isRawJSON(value)) return value
    if (Array.isArray(value)) return shorterList(value)
    return isRecord(value) ? shorterObject(value) : value
  }
  return JSON.stringify(JSON.parse(body.replace(/^\ufeff/, ''), shorten as Parameters<typeof JSON.parse>[1]))
}

function shorterText(text: string, name: string): string {
  if (text.length <= LONG_TEXT || WHOLE.includes(name) || ADDRESS.test(text)) return text
  const placeholders = recipesIn(text)
  const across = placeholders.find((each) => each.at < KEPT_OF_TEXT && each.at + each.text.length > KEPT_OF_TEXT)
  const end = across?.at ?? KEPT_OF_TEXT
  return text.slice(0, end) + LEFT_OUT + joined(placeholders.filter((each) => each.at >= end))
}

const shorterList = (list: readonly unknown[]) =>
  list.length <= LONG_LIST ? list : [...list.slice(0, LONG_LIST), LEFT_OUT + placeholdersIn(list.slice(LONG_LIST))]

/** Omits plain values beyond the first ones, such as thousands of measurements, but no texts and ids. */
function shorterObject(record: Record<string, unknown>): Record<string, unknown> {
  const { kept = [], left } = Object.groupBy(Object.entries(record), ([name, value], index) => {
    const isPlain = isRawJSON(value) || typeof value !== 'object' || value === null
    return index < LONG_LIST || typeof value === 'string' || !isPlain || /id$/i.test(name) ? 'kept' : 'left'
  })
  return Object.fromEntries(left ? [...kept, [LEFT_OUT, placeholdersIn(left)]] : kept)
}

const placeholdersIn = (values: readonly unknown[]) => joined(recipesIn(JSON.stringify(values)))

const joined = (placeholders: readonly Recipe[]) =>
  placeholders
    .slice(0, KEPT_PLACEHOLDERS)
    .map(({ text }) => text)
    .join('')
