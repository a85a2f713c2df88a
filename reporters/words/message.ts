import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isRecord, parseJson } from '../../engine/history/reading/reading.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'

/** A request or response as text, truncated; `more`: number of lines left out. */
export type Message = { lines: string[]; more: number }

const LONGEST = 4000
const MOST_LINES = 80

export function requestLines({ request: { method, path, headers, body } }: Exchange): Message {
  const head = [`${method} ${path}`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  // As sent: that a number is written 5e0 may be the point.
  return bounded([...head, ...(body === undefined ? [] : ['', ...body.split('\n')])])
}

export function answerLines(exchange: Exchange): Message {
  const { answer } = exchange
  if (!answer) return { lines: [receivedInWords(exchange)], more: 0 }
  const head = [String(answer.status), ...answer.headers.map(([name, value]) => `${name}: ${value}`)]
  return bounded([...head, ...(answer.body === '' ? [] : ['', ...indented(answer.body).split('\n')])])
}

/** JSON on one line is meant for programs. */
function indented(body: string): string {
  if (body.length > 5 * LONGEST || body.includes('\n')) return body
  const value = parseJson(body)?.value
  return isRecord(value) || Array.isArray(value) ? JSON.stringify(value, null, 2) : body
}

function bounded(lines: readonly string[]): Message {
  const shown: string[] = []
  let left = LONGEST
  for (const line of lines.slice(0, MOST_LINES)) {
    if (left <= 0) break
    shown.push(line.slice(0, left))
    left -= line.length + 1
  }
  const length = (all: readonly string[]) => all.reduce((sum, line) => sum + line.length + 1, 0)
  return { lines: shown, more: length(lines) - length(shown) }
}
