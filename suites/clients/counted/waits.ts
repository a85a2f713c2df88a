import { headerOf } from '../../../engine/history/reading/reading.ts'
import type { Known } from '../../../engine/judge/clients/check.ts'
import { isAtTheInterface, type Passage } from '../../../engine/judge/clients/passage.ts'

const NUMBER = /^\s*\d+(?:\.\d+)?\s*$/
const DATE = /^\s*[A-Za-z]{3,9},? [\w :+-]+$/
/** A date says no more than the second. */
const OF_A_DATE_MS = 1000

/** For how long a 429 asks to wait, from the end of it on; undefined where it asks for nothing that can be read. */
export function askedToWaitMs(passage: Passage, { startedAt }: Known): number | undefined {
  if (passage.status !== 429 || !isAtTheInterface(passage)) return undefined
  const said = headerOf(passage.exchange, 'retry-after')
  if (said === undefined) return undefined
  if (NUMBER.test(said)) return Number(said) * 1000
  if (!DATE.test(said)) return undefined
  const until = Date.parse(said)
  const now = Date.parse(headerOf(passage.exchange, 'date') ?? '')
  const from = Number.isNaN(now) ? startedAt + passage.end : now
  const ms = until - from - OF_A_DATE_MS
  return Number.isNaN(until) || Number.isNaN(from) || ms <= 0 ? undefined : ms
}
