import { createHash } from 'node:crypto'
import type { Exchange, Purpose, RequestTemplate } from '../history/entry/exchange.ts'
import { INTRODUCTION } from '../history/entry/senders.ts'
import { toldToWait } from '../history/reading/facts.ts'
import { statusOf } from '../history/reading/reading.ts'
import { keyOf } from '../history/reading/request-key.ts'

/** Timers may fire so much early. */
const EARLY_MS = 2
/** POSTs in a row with a Retry-After beyond the end of the run. */
const MOST_PUT_OFF = 5
/** Expired entries are removed after so many new ones. */
const CLEAN_EACH = 64

/** Thrown instead of a POST that would get a Retry-After beyond the end of the run. */
export class PutOff extends Error {
  override name = 'PutOff'
}

type Wait = { n: number; until: number }

/** Remembers which requests got a Retry-After. */
export class RetryAfter {
  readonly #waits = new Map<string, Wait>()
  readonly #putOff = new Map<string, number>()
  readonly #whyPutOff = new Map<string, string>()

  /** `isBusy`: jobs of this run may be the reason. */
  note(exchange: Exchange, key = '', { hasTimeFor, isBusy }: { hasTimeFor(ms: number): boolean; isBusy: boolean }) {
    const { request, at, ms, n } = exchange
    const seconds = toldToWait(exchange)
    if (request.method === 'POST' && !exchange.failure) {
      if (seconds === undefined || hasTimeFor(seconds * 1000)) this.#putOff.delete(key)
      else if (!isBusy) this.#countPutOff(key, `${statusOf(exchange)} with Retry-After ${Math.ceil(seconds)} s`)
    }
    if (seconds === undefined) return
    const id = idOf(request)
    const until = at + ms + seconds * 1000
    if (until > (this.#waits.get(id)?.until ?? 0)) this.#waits.set(id, { n, until })
    if (this.#waits.size % CLEAN_EACH === 0)
      for (const [each, wait] of this.#waits) if (wait.until <= at + ms) this.#waits.delete(each)
  }

  /** The wait that the server asked for the same request, unless it is over. */
  of(request: RequestTemplate, now: number): Wait | undefined {
    if (this.#waits.size === 0) return undefined
    const id = idOf(request)
    const wait = this.#waits.get(id)
    if (wait && wait.until > now + EARLY_MS) return wait
    this.#waits.delete(id)
    return undefined
  }

  /** Why a POST is not sent any more. Discovery and controls are always sent. */
  whyPutOff(request: RequestTemplate, { by, part }: Purpose): string | undefined {
    if (this.#whyPutOff.size === 0 || request.method !== 'POST' || by === INTRODUCTION || part === 'control')
      return undefined
    return this.#whyPutOff.get(keyOf(request) ?? '')
  }

  #countPutOff(key: string, answer: string): void {
    const times = (this.#putOff.get(key) ?? 0) + 1
    this.#putOff.set(key, times)
    if (times < MOST_PUT_OFF) return
    const whose = key === '' ? 'without a complete key' : 'with this key'
    const why = `${times} POSTs in a row ${whose} returned ${answer}, longer than the run waits, so no more are sent`
    this.#whyPutOff.set(key, why)
  }
}

/** A digest, because bodies may be long. */
function idOf({ method, path, headers, body = '' }: RequestTemplate): string {
  const keys = headers.filter(([name]) => name.toLowerCase() === 'authorization').map(([, value]) => value)
  return createHash('sha1')
    .update(JSON.stringify([method, path, keys, body]))
    .digest('base64')
}
