import type { Exchange } from '../runner/history/entry/exchange.ts'
import { keyOf } from '../runner/history/reading/who-asks.ts'
import type { Facts } from '../runner/judging/check.ts'
import { idIn } from '../runner/wire/requests.ts'

/** An id may have any form, and so one that was made up may be given to a job of this very run, even later on. */
export function isIdOfOwnJob({ request }: Exchange, facts: Facts): boolean {
  const key = keyOf(request)
  const id = idIn(request)
  return key !== undefined && id !== undefined && facts.isOwn(key, id)
}
