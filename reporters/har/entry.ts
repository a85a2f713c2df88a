import type { Exchange, Purpose } from '../../runner/history/exchange.ts'
import type { Report } from '../../runner/report/report.ts'
import { type Bounds, keep } from './bounds.ts'
import { recipesOf, requestOf } from './request.ts'
import { responseOf } from './response.ts'

/** HAR leaves names that begin with an underscore to whoever writes it. */
export function entryOf(exchange: Exchange, { startedAt, target }: Report, bounds: Bounds) {
  const { n, at, ms, sent, received, connection, again, failure, purpose, request } = exchange
  const recipes = recipesOf(request)
  const time = Math.max(0, ms)
  return {
    startedDateTime: new Date(Date.parse(startedAt) + at).toISOString(),
    time,
    request: requestOf(request, target.baseUrl, bounds),
    response: responseOf(exchange, bounds),
    cache: {},
    // When the first byte came is not in the history.
    timings: { send: 0, wait: time, receive: 0 },
    ...(connection !== undefined && { connection: String(connection) }),
    _exchange: n,
    // Times are too coarse to tell what came before what.
    _sent: sent,
    _received: received,
    ...purposeOf(purpose, bounds),
    ...(again && again.attempts.length > 0 && { _againAfter: again.attempts }),
    ...(failure && { _failure: failure.kind }),
    ...(recipes.length > 0 && { _recipes: recipes }),
  }
}

function purposeOf({ by, part, case: what, twin, job }: Purpose, { value }: Bounds) {
  return {
    _check: by,
    _part: part,
    ...(what !== undefined && { _case: keep(what, value).text }),
    ...(twin !== undefined && { _twin: twin }),
    ...(job !== undefined && { _job: job }),
  }
}
