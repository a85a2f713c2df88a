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
    // Times are too coarse to tell what came before what.
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
 * What is not known is -1, where HAR allows that. It does not for sending, which nothing here measures: it is part of
 * `wait`; what looking up the name and encryption took is part of `connect`.
 */
function timingsOf({ phases, answer }: Exchange, time: number) {
  let left = time
  // Parts that were rounded each for itself may be longer than the whole.
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

/** A sum of tenths has more digits than any of them. */
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
