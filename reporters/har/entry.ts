import type { Exchange, Purpose } from '../../engine/history/entry/exchange.ts'
import type { Report } from '../outcome/report.ts'
import { type Bounds, keep } from './bounds.ts'
import { recipesOf, requestOf } from './request.ts'
import { responseOf } from './response.ts'

/** HAR reserves names with a leading underscore for custom fields. */
export function entryOf(exchange: Exchange, { startedAt, target }: Report, bounds: Bounds) {
  const { n, at, ms, sent, received, connection, again, failure, passing, purpose, request } = exchange
  const recipes = recipesOf(request)
  const time = Math.max(0, ms)
  return {
    startedDateTime: new Date(Date.parse(startedAt) + at).toISOString(),
    time,
    request: requestOf(exchange, target.baseUrl, bounds),
    response: responseOf(exchange, bounds),
    cache: {},
    timings: timingsOf(exchange, time),
    ...(connection !== undefined && { connection: String(connection) }),
    _exchange: n,
    // Timestamps are too coarse to show the order.
    _sent: sent,
    _received: received,
    ...(passing && { _passing: passing }),
    ...purposeOf(purpose, bounds),
    ...(again && again.attempts.length > 0 && { _againAfter: again.attempts }),
    ...(failure && { _failure: failure.kind }),
    ...(recipes.length > 0 && { _recipes: recipes }),
  }
}

/**
 * Unknown times are -1, where HAR allows it. `send` must be known, but is not measured: it is part of `wait`. DNS and
 * TLS are part of `connect`.
 */
function timingsOf({ phases, answer }: Exchange, time: number) {
  let left = time
  // Rounded parts may add up to more than the whole.
  const spent = (ms: number | undefined) => {
    const part = inTenths(Math.min(ms ?? left, left))
    left = inTenths(left - part)
    return part
  }
  const unknown = { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0 }
  // Unknown in older histories and without a response.
  if (!phases) return { ...unknown, wait: time, receive: 0 }
  const blocked = spent(phases.blocked)
  const connect = phases.connect === undefined ? -1 : spent(phases.connect)
  const wait = spent(answer && phases.wait)
  return { ...unknown, blocked, connect, wait, receive: left }
}

/** Avoids floating point digits in sums. */
const inTenths = (ms: number) => Math.round(ms * 10) / 10

function purposeOf({ by, part, case: what, twin, job }: Purpose, { value }: Bounds) {
  return {
    _check: by,
    _part: part,
    ...(what !== undefined && { _case: keep(what, value).text }),
    ...(twin !== undefined && { _twin: twin }),
    ...(job !== undefined && { _job: job }),
  }
}
