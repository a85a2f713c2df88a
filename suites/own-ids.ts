import type { Exchange } from '../engine/history/entry/exchange.ts'
import { keyOf } from '../engine/history/reading/request-key.ts'
import { idIn } from '../engine/http/requests.ts'
import type { Facts } from '../engine/judge/check.ts'

/** A made-up id may belong to a job of this run, even one submitted later. */
export function isIdOfOwnJob({ request }: Exchange, facts: Facts): boolean {
  const key = keyOf(request)
  const id = idIn(request)
  return key !== undefined && id !== undefined && facts.isOwn(key, id)
}
