import type { Elsewhere, Exchange } from '../../history/entry/exchange.ts'
import type { AskedFor } from './asked.ts'

/** One request of a client's as its judges look at it. Times are milliseconds since the recording began. */
export type Passage = {
  n: number
  /** When it arrived. */
  at: number
  /** When the last byte of its answer was handed on, or when it was known that none would be. */
  end: number
  /** Whose it is: the name of its key, and which of those who use it, where that can be told; undefined where nobody knows. */
  client: string | undefined
  exchange: Exchange | Elsewhere
  /** What it asks of the interface; undefined where it lies outside the base URL. */
  asked: AskedFor | undefined
  /** Of an answer that the client got. */
  status: number | undefined
  /** No answer came, or the client did not get all of it. */
  isLost: boolean
}

export const isAtTheInterface = (passage: Passage): passage is Passage & { exchange: Exchange; asked: AskedFor } =>
  passage.exchange.kind === 'exchange' && passage.asked !== undefined

export const isSubmission = ({ asked }: Passage): boolean => asked?.endpoint === 'POST /videos'
export const isPoll = ({ asked }: Passage): boolean => asked?.endpoint === 'GET /videos/{id}' && asked.id !== undefined

/** It told the client nothing of what was asked, and may be asked for again at once. */
export const showedNothing = ({ isLost, status }: Passage): boolean =>
  isLost || status === undefined || status >= 500 || (status >= 300 && status < 400 && status !== 304)

export const isTakenOn = ({ isLost, status }: Passage): boolean =>
  !isLost && status !== undefined && status >= 200 && status < 300

/**
 * Whether a request was sent by somebody who had read an answer: what was under way when it arrived was not, and for a
 * moment nobody can tell. A connection tells only where nothing waits its turn there that was sent before, side by side.
 */
export function knew(
  later: Passage,
  earlier: Passage,
  transitMs: number,
  connectionTells = true,
): 'yes' | 'no' | 'perhaps' {
  if (later.at < earlier.end || later.exchange.sent < earlier.exchange.received) return 'no'
  if (later.at - earlier.end >= transitMs) return 'yes'
  return connectionTells && isOnOneConnection(later.exchange, earlier.exchange) ? 'yes' : 'perhaps'
}

/** On one connection of HTTP/1, clients ask one thing after the other. */
function isOnOneConnection(one: Exchange | Elsewhere, other: Exchange | Elsewhere): boolean {
  const isOfOne = ({ passing }: Exchange | Elsewhere) => passing?.http === '1.0' || passing?.http === '1.1'
  return one.connection !== undefined && one.connection === other.connection && isOfOne(one) && isOfOne(other)
}
