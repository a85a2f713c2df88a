import { FINAL_STATUSES } from '../../spec/words.ts'
import type { Answer, Exchange, RequestTemplate } from './exchange.ts'

/** How judges look at an answer. Nothing here knows which server gave it. */

const parsed = new WeakMap<Answer, { value: unknown } | undefined>()

/** A whole number that a double cannot hold keeps its digits, as text. */
function keepDigits(_: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source
  return source !== undefined && /^-?\d+$/.test(source) ? source : value
}

type Reviver = (key: string, value: unknown) => unknown
const LONG_NUMBER = /\d{16}/

export function parseJson(text: string): { value: unknown } | undefined {
  try {
    const json = text.replace(/^\ufeff/, '')
    // Looking at every number takes several times as long, and hardly any answer has one that needs it.
    return { value: LONG_NUMBER.test(json) ? JSON.parse(json, keepDigits as Reviver) : JSON.parse(json) }
  } catch {
    return undefined
  }
}

/** The JSON of an answer, or undefined where there is none that can be trusted. */
export function jsonOf(exchange: Exchange): { value: unknown } | undefined {
  const answer = exchange.answer
  if (!answer || answer.truncated || answer.garbled) return undefined
  if (!parsed.has(answer)) parsed.set(answer, parseJson(answer.body))
  return parsed.get(answer)
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
  return succeeded(exchange) && (FINAL_STATUSES as readonly unknown[]).includes(recordOf(exchange)?.status)
}
