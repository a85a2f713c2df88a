import { ERROR_CODES } from '../../spec/words.ts'
import type { Exchange, RequestTemplate } from '../history/entry/exchange.ts'
import { isTransient, toldToWait } from '../history/reading/facts.ts'
import { statusOf, succeeded } from '../history/reading/reading.ts'

/** Failures in a row that open the circuit. */
const FAILURES = 40
/** Slow failures of several kinds of request that open the circuit. */
const SLOW_FAILURES = { count: 12, kinds: 3, ms: 30_000 }
const LEAST_TRIES = 10
/** Without a response for so long, the server is gone: a restart takes a few seconds. */
const GONE_MS = 6000
/** Refusals in a row of the key that was accepted before, and control requests that confirm them. */
const REFUSALS = 8
const CONFIRMATIONS = 3

type Means = {
  now(): number
  pause(leastMs?: number): Promise<void>
  hasTimeFor(ms: number): boolean
  send(control: RequestTemplate): Promise<Exchange>
  onGone(last: Exchange): void
  onRefused(last: Exchange): void
}

/** While the server is unreachable, or refuses the key, only one control request at a time is sent. */
export class CircuitBreaker {
  readonly #means: Means
  #failures = 0
  #failingSince = 0
  readonly #failingKinds = new Set<string>()
  #refusals = 0
  #wasAccepted = false
  #probing: Promise<void> | undefined

  constructor(means: Means) {
    this.#means = means
  }

  /** `isControlKey`: the request has the key of the control request. */
  note(exchange: Exchange, isControlKey: boolean): void {
    if (isControlKey) this.#noteKey(exchange)
    if (!isTransient(exchange)) {
      this.#failures = 0
      this.#failingKinds.clear()
      return
    }
    if (this.#failures++ === 0) this.#failingSince = exchange.at
    if (this.#failingKinds.size < SLOW_FAILURES.kinds)
      this.#failingKinds.add(`${exchange.request.method} ${exchange.request.path}`)
  }

  #noteKey(exchange: Exchange): void {
    if (statusOf(exchange) === ERROR_CODES.unauthorized) {
      if (this.#wasAccepted) this.#refusals++
    } else if (succeeded(exchange)) {
      this.#wasAccepted = true
      this.#refusals = 0
    }
  }

  /** Resolves when the circuit is closed or the run has to end. Undefined if it is closed now. */
  closed(control: RequestTemplate): Promise<void> | undefined {
    if (!this.#isOpen && this.#refusals < REFUSALS) return undefined
    this.#probing ??= this.#probe(control).finally(() => {
      this.#probing = undefined
    })
    return this.#probing
  }

  get #isOpen(): boolean {
    const { count, kinds, ms } = SLOW_FAILURES
    const isSlow = this.#failingKinds.size >= kinds && this.#means.now() - this.#failingSince >= ms
    return this.#failures >= FAILURES || (this.#failures >= count && isSlow)
  }

  async #probe(control: RequestTemplate): Promise<void> {
    if (this.#isOpen) await this.#untilAnswered(control)
    if (this.#refusals >= REFUSALS) await this.#untilAccepted(control)
  }

  async #untilAnswered(control: RequestTemplate): Promise<void> {
    const { pause, send, now, hasTimeFor, onGone } = this.#means
    const begun = now()
    let waitMs = 0
    for (let tries = 1; this.#failures > 0; tries++) {
      await pause(waitMs)
      const exchange = await send(control)
      if (!isTransient(exchange)) return
      waitMs = (toldToWait(exchange) ?? 0) * 1000
      if (!hasTimeFor(waitMs) || (tries >= LEAST_TRIES && now() - begun >= GONE_MS)) return onGone(exchange)
    }
  }

  async #untilAccepted(control: RequestTemplate): Promise<void> {
    for (let tries = 1; ; tries++) {
      const exchange = await this.#means.send(control)
      if (statusOf(exchange) !== ERROR_CODES.unauthorized) break
      if (tries >= CONFIRMATIONS) return this.#means.onRefused(exchange)
      await this.#means.pause()
    }
    this.#refusals = 0
  }
}
