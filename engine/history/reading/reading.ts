import { FINAL_STATUSES, STATUSES } from '../../../spec/words.ts'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Answer, Exchange, RequestTemplate } from '../entry/exchange.ts'
import { type Beyond, beyondBounds, OF_A_FILE } from './json-bounds.ts'

/** How judges look at an answer. Nothing here knows which server gave it. */

type Read = { value: unknown } | undefined

const parsed = new WeakMap<Answer, Read>()
/** What is made of a long text takes many times its room, and would be kept for as long as the text is. */
const LONG = 64 * 1024
const recent: { answer: Answer; read: Read }[] = []

/** A whole number that a double cannot hold keeps its digits, as text. */
function keepDigits(_: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source
  return source !== undefined && /^-?\d+$/.test(source) ? source : value
}

type Reviver = (key: string, value: unknown) => unknown
const LONG_NUMBER = /\d{16}/

/** Undefined as well where there is more of it than is looked at. */
export function parseJson(text: string): { value: unknown } | undefined {
  return beyondBounds(text) === undefined ? parsedWithDigits(text) : undefined
}

/** Of a file that somebody hands over, which may hold any number of values. */
export function parseJsonFile(text: string): { value: unknown } | undefined {
  return beyondBounds(text, OF_A_FILE) === undefined ? parsedWithDigits(text) : undefined
}

function parsedWithDigits(text: string): { value: unknown } | undefined {
  try {
    const json = text.replace(/^\ufeff/, '')
    // Looking at every number takes several times as long, and hardly any answer has one that needs it.
    return { value: LONG_NUMBER.test(json) ? JSON.parse(json, keepDigits as Reviver) : JSON.parse(json) }
  } catch {
    return undefined
  }
}

const BEYOND_WORDS: Record<Beyond, string> = {
  levels: `it is nested more than ${BOUNDS.jsonLevels.most} levels deep`,
  values: `it contains more than ${BOUNDS.jsonValues.most} values`,
}

/** Why an answer tells nothing but its status and headers, if so. */
export function whyUnread({ answer }: Pick<Exchange, 'answer'>): string | undefined {
  if (answer?.truncated) return 'it was read only in part'
  if (!answer || answer.garbled) return answer?.garbled
  const beyond = beyondBounds(answer.body)
  return beyond && BEYOND_WORDS[beyond]
}

/** The JSON of an answer, or undefined where there is none that can be trusted. */
export function jsonOf(exchange: Exchange): { value: unknown } | undefined {
  const answer = exchange.answer
  if (!answer || answer.truncated || answer.garbled) return undefined
  if (answer.body.length > LONG) return jsonOfLong(answer)
  if (!parsed.has(answer)) parsed.set(answer, parseJson(answer.body))
  return parsed.get(answer)
}

/** Whoever looks at it is followed by others that look at the same. */
function jsonOfLong(answer: Answer): Read {
  const known = recent.find((each) => each.answer === answer)
  if (known) return known.read
  const read = parseJson(answer.body)
  recent.unshift({ answer, read })
  recent.length = Math.min(recent.length, BOUNDS.longAnswersParsed.most)
  return read
}

export function recordOf(exchange: Exchange): Record<string, unknown> | undefined {
  const value = jsonOf(exchange)?.value
  return isRecord(value) ? value : undefined
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a request asks for, field by field; nothing where its body is no JSON object. */
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

/** Every value in a JSON text with the way that leads to it, breadth first. */
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

/** One of the four that the law knows. */
export function showsAState(exchange: Exchange): boolean {
  return showsOneOf(STATUSES, exchange)
}

const showsOneOf = (statuses: readonly unknown[], exchange: Exchange) =>
  succeeded(exchange) && statuses.includes(recordOf(exchange)?.status)

/** What a read shows of a job that has succeeded. */
export function urlIn(poll: Exchange): string | undefined {
  const record = succeeded(poll) ? recordOf(poll) : undefined
  return record?.status === 'succeeded' && typeof record.url === 'string' ? record.url : undefined
}
