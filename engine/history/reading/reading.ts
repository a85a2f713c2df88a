import { FINAL_STATUSES, STATUSES } from '../../../spec/words.ts'
import { LIMITS } from '../../config/limits.ts'
import type { Exchange, RequestTemplate } from '../entry/exchange.ts'

type Beyond = 'levels' | 'values'
type Most = { levels: number; values: number }
const OF_AN_ANSWER: Most = { levels: LIMITS.jsonLevels, values: LIMITS.jsonValues }
const OF_A_FILE: Most = { ...OF_AN_ANSWER, values: Number.POSITIVE_INFINITY }

/** An integer beyond the precision of a number becomes a string of its digits. */
function keepDigits(_: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source
  return source !== undefined && /^-?\d+$/.test(source) ? source : value
}

type Reviver = (key: string, value: unknown) => unknown
const LONG_NUMBER = /\d{16}/

/** Undefined for invalid JSON and for JSON beyond the limits. */
export function parseJson(text: string): { value: unknown } | undefined {
  return beyondLimits(text) === undefined ? parsedWithDigits(text) : undefined
}

/** The same for a file that the user named, which may have any number of values. */
export function parseJsonFile(text: string): { value: unknown } | undefined {
  return beyondLimits(text, OF_A_FILE) === undefined ? parsedWithDigits(text) : undefined
}

function parsedWithDigits(text: string): { value: unknown } | undefined {
  try {
    const json = text.replace(/^\ufeff/, '')
    // A reviver takes several times as long.
    return { value: LONG_NUMBER.test(json) ? JSON.parse(json, keepDigits as Reviver) : JSON.parse(json) }
  } catch {
    return undefined
  }
}

/** Which limit of nesting or size a JSON text exceeds, found before it is parsed. The text need not be valid JSON. */
function beyondLimits(text: string, most: Most = OF_AN_ANSWER): Beyond | undefined {
  // Each level takes at least two characters.
  if (text.length <= most.levels * 2) return undefined
  let levels = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at)
        break
      case ',':
        values++
        break
      case '{':
      case '[':
        values++
        levels++
        break
      case '}':
      case ']':
        levels--
    }
    if (levels > most.levels) return 'levels'
    if (values > most.values) return 'values'
  }
  return undefined
}

/** The position of the closing quote, or the end of the text. A regular expression overflows on many escapes. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text[before] === '\\') before--
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}

const BEYOND_WORDS: Record<Beyond, string> = {
  levels: `it is nested more than ${LIMITS.jsonLevels} levels deep`,
  values: `it contains more than ${LIMITS.jsonValues} values`,
}

/** Why the body of a response cannot be judged, if so. */
export function whyUnread({ answer }: Pick<Exchange, 'answer'>): string | undefined {
  if (answer?.truncated) return 'it was read only in part'
  if (!answer || answer.garbled) return answer?.garbled
  const beyond = beyondLimits(answer.body)
  return beyond && BEYOND_WORDS[beyond]
}

type Read = { value: unknown } | undefined

/** A cache by text: many responses are equal, and many judges read them. Emptied when it is full. */
const parsed = new Map<string, Read>()
const MOST_CHARACTERS = 2 * 1024 * 1024
let characters = 0

/** The JSON of a complete body. The same object for equal bodies: do not change it. */
export function jsonOf({ answer }: Exchange): Read {
  if (!answer || answer.truncated || answer.garbled) return undefined
  const { body } = answer
  const known = parsed.get(body)
  if (known || parsed.has(body)) return known
  if (characters + body.length > MOST_CHARACTERS) {
    parsed.clear()
    characters = 0
  }
  const read = parseJson(body)
  parsed.set(body, read)
  characters += body.length
  return read
}

export function recordOf(exchange: Exchange): Record<string, unknown> | undefined {
  const value = jsonOf(exchange)?.value
  return isRecord(value) ? value : undefined
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields of a request body; empty if it is not a JSON object. */
export function fieldsSent({ body = '' }: RequestTemplate): Record<string, unknown> {
  const value = parseJson(body)?.value
  return isRecord(value) ? value : {}
}

export function statusOf(exchange: Exchange): number | undefined {
  return exchange.answer?.status
}

export function succeeded(exchange: Exchange | undefined): boolean {
  const status = exchange?.answer?.status
  return status !== undefined && status >= 200 && status < 300
}

export function headerOf(exchange: Exchange, name: string): string | undefined {
  return exchange.answer?.headers.find(([each]) => each.toLowerCase() === name)?.[1]
}

/** Every value in parsed JSON with its path, breadth first. */
export function* walk(value: unknown, mostDepth = 6): Generator<{ way: string[]; value: unknown }> {
  let level: { way: string[]; value: unknown }[] = [{ way: [], value }]
  while (level.length > 0) {
    yield* level
    level = level.flatMap(({ way, value: inner }) => {
      if (typeof inner !== 'object' || inner === null || way.length >= mostDepth) return []
      return Object.entries(inner).map(([key, each]) => ({ way: [...way, key], value: each }))
    })
  }
}

export function at(value: unknown, way: readonly string[]): unknown {
  let here = value
  for (const step of way) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined
    here = (here as Record<string, unknown>)[step]
  }
  return here
}

export function waysInWords(way: readonly string[]): string {
  return way.length === 0 ? 'the whole body' : way.join('.')
}

export function showsTheEnd(exchange: Exchange): boolean {
  return showsOneOf(FINAL_STATUSES, exchange)
}

export function showsAState(exchange: Exchange): boolean {
  return showsOneOf(STATUSES, exchange)
}

const showsOneOf = (statuses: readonly unknown[], exchange: Exchange) =>
  succeeded(exchange) && statuses.includes(recordOf(exchange)?.status)

/** The URL that a poll shows of a job that succeeded. */
export function urlIn(poll: Exchange): string | undefined {
  const record = succeeded(poll) ? recordOf(poll) : undefined
  return record?.status === 'succeeded' && typeof record.url === 'string' ? record.url : undefined
}
