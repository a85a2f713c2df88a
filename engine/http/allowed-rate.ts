import type { Header } from '../history/entry/exchange.ts'
import { type RateLimit, rateLimitsIn } from './rate-limit-headers.ts'

/** In seconds. If a server announces only a reset, its window is assumed to be one of these. */
const USUAL_WINDOWS = [1, 10, 60, 300, 900, 3600, 86_400]
/** In shorter windows, the rest of the first window hardly counts. */
const SHORT_SECONDS = 10

/** The rate, per second, at which announced limits allow so many requests; undefined without limits. */
export function allowedBy(headers: readonly Header[], requests: number): number | undefined {
  const rates = rateLimitsIn(headers).flatMap((each) => rateOf(each, requests) ?? [])
  return rates.length === 0 ? undefined : Math.min(...rates)
}

function rateOf({ limit, remaining = limit, windowSeconds, resetSeconds }: RateLimit, requests: number) {
  const least = resetSeconds ?? Number.POSITIVE_INFINITY
  const window = windowSeconds ?? USUAL_WINDOWS.find((each) => each >= least)
  if (limit === undefined || limit <= 0 || remaining === undefined || window === undefined) return undefined
  if (requests <= remaining) return undefined
  if (window <= SHORT_SECONDS) return limit / window
  const windows = Math.ceil((requests - remaining) / limit) - 1
  const seconds = Math.min(resetSeconds ?? window, window) + windows * window
  return seconds > 0 ? requests / seconds : undefined
}
