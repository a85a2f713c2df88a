import { setTimeout as sleep } from 'node:timers/promises'
import type { Configuration } from '../config/configuration.ts'
import { LIMITS } from '../config/limits.ts'
import { type Pricing, pricingOf } from '../config/prices/prices.ts'
import type { Target } from '../config/target.ts'
import type { AnsweredBy } from '../history/entry/answered-by.ts'
import type { ReachedBy } from '../history/entry/entries.ts'
import type { Exchange, Header, Purpose, RequestTemplate } from '../history/entry/exchange.ts'
import { LEFTOVERS } from '../history/entry/senders.ts'
import type { History } from '../history/history.ts'
import { isToBeRefused, isTransient, mayHaveMadeAJob, toldToWait } from '../history/reading/facts.ts'
import { statusOf, succeeded } from '../history/reading/reading.ts'
import { carriesGoodKey, keyOf } from '../history/reading/request-key.ts'
import type { Vault } from '../keys/vault.ts'
import { readable } from './answers/readable.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import type { EarlierAnswers } from './earlier-answers.ts'
import { Fetcher } from './files/fetcher.ts'
import type { Budget, Reservation } from './limits/budget.ts'
import { OverBudget, RunIsOver } from './limits/over-budget.ts'
import { priceOfBody } from './limits/price-of-body.ts'
import type { Network } from './network/network.ts'
import { InFlight, mostInFlight, rankOf } from './queue.ts'
import { Rate } from './rate.ts'
import { rateLimitsIn } from './rate-limit-headers.ts'
import { filledBy } from './requests.ts'
import { PutOff, RetryAfter } from './retry-after.ts'
import {
  LEAST_WAIT_MS,
  mostRetries,
  RateLimited,
  WAITS,
  WAITS_WHILE_OTHERS_SUCCEED,
  waitMsAfter,
} from './retry-policy.ts'
import { newTraceparent } from './traceparent.ts'
import { inTenths, Transport, type TransportResult } from './transport/transport.ts'

const RECOVERY: Purpose = { by: 'recovery', part: 'control' }

export type SendOptions = {
  /** Seconds of video if it becomes a job; absent for requests that cannot create one. */
  videoSeconds?: number
  /** The server may accept it or not. */
  mayBeTakenOn?: true
  /** It confirms a failure, after a valid submission was refused: it may use what is reserved for probes. */
  confirms?: true
  /** Name of a dedicated connection. */
  alone?: string
  /** Sent on a new connection, which is closed after the response. */
  afresh?: true
  /** An additional case, sent after other requests. */
  spare?: true
  /** Lower numbers go first among similar requests. */
  order?: number
  /** Ends the wait for a response, instead of the end of the run. */
  until?: AbortSignal
  /** Not retried after a network error or 5xx. */
  once?: true
  /** Retries after 429, instead of the default. */
  waits?: number
  /** Whether jobs of this run use the capacity: such a 429 does not count. */
  isBusyOurselves?: () => boolean
  /** After the wait for a 429: resolves when jobs of this run leave capacity. */
  untilCapacity?: () => Promise<void>
  /** A 429 may be about capacity. */
  on429?: () => void
  /** Retry after 429 until this time of the run. */
  waitsUntilMs?: number
  /** A test of capacity, sent even if the server asked to wait. So is a request with 0 waits. */
  regardless?: boolean
}

const UNRECORDED = 'the run was interrupted before a response; it may have created a job, so it is not sent again'

type Again = NonNullable<Exchange['again']>

/** What an interrupted run recorded, and where its clock and numbers stopped. */
export type ResumeFrom = {
  earlier: EarlierAnswers
  at: number
  n: number
  tick: number
  connection: number
  downloaded: number
  answeredBy: readonly AnsweredBy[]
}

type Parts = {
  target: Target
  vault: Vault
  history: History
  budget: Budget
  configuration: Configuration
  /** Sent with every request that is not `plain` and has none of its own. */
  userAgent: Header
  network: Network
  /** Aborts when the run has to end. */
  over: AbortSignal
  /** Aborts when the run does not wait for responses to submissions any more. */
  givenUp: AbortSignal
  /** The clause of a phase that tests only one. */
  clauseOf?(phase: string): string | undefined
  resumeFrom?: ResumeFrom
  /** The server has not responded for a while, not even to control requests. */
  onGone(last: Exchange): void
  /** The server refuses the key that it accepted before. */
  onRefused(last: Exchange): void
}

/** Sends and records the requests of a run, waits as the server asks, and retries temporary failures. */
export class Client {
  /** Downloads what results point to. */
  readonly fetcher: Fetcher
  readonly #parts: Parts
  /** Connections for valid keys, no or invalid keys, and keys that the server may accept or refuse. */
  readonly #transports: Record<'valid' | 'none' | 'doubtful', Transport>
  readonly #pricing: Pricing | undefined
  readonly #rate: Rate
  readonly #queue: InFlight
  readonly #rateLimited = new RateLimited()
  readonly #retryAfter = new RetryAfter()
  readonly #breaker: CircuitBreaker
  readonly #inFlight = new Set<Promise<Exchange>>()
  /** Invalid requests whose retries all failed. */
  #lostProbes = 0
  /** Number of responses other than 429 to requests with a valid key, by method. */
  readonly #successes = new Map<string, number>()
  readonly #began: number
  #met429 = false
  #recordedWays: number
  #n: number
  #tick: number
  /** Resolves when jobs of this run do not use the capacity. */
  calm: () => Promise<void> = async () => undefined
  /** Whether jobs of this run may use the capacity. */
  isBusy: () => boolean = () => false
  /** The control request: it is known to succeed. */
  baseline: RequestTemplate | undefined

  constructor(parts: Parts) {
    const { configuration, target, network, resumeFrom } = parts
    this.#parts = parts
    this.#began = performance.now() - (resumeFrom?.at ?? 0)
    this.#n = resumeFrom?.n ?? 0
    this.#tick = resumeFrom?.tick ?? 0
    for (const way of resumeFrom?.answeredBy ?? []) network.hasAnswered(way)
    this.#recordedWays = resumeFrom?.answeredBy.length ?? 0
    this.#pricing = pricingOf(configuration.prices)
    this.#rate = new Rate(configuration.rate)
    this.#queue = new InFlight(mostInFlight(target, configuration), this.#rate)
    let connections = resumeFrom?.connection ?? 0
    const transport = () =>
      new Transport(target.origin, {
        connections: LIMITS.connections,
        requestTimeoutMs: configuration.requestTimeoutMs,
        mostBytes: LIMITS.bodyBytes,
        nextConnection: () => ++connections,
        network,
      })
    this.#transports = { valid: transport(), none: transport(), doubtful: transport() }
    this.fetcher = new Fetcher({
      ...parts,
      downloaded: resumeFrom?.downloaded ?? 0,
      now: () => this.now(),
      rate: this.#rate,
      queue: this.#queue,
    })
    this.#breaker = new CircuitBreaker({
      now: () => this.now(),
      pause: (leastMs = 0) => this.wait(Math.max(LEAST_WAIT_MS, configuration.pollIntervalMs, leastMs)),
      hasTimeFor: (ms) => this.hasTimeFor(ms),
      send: async (control) =>
        (await this.#standing(control, RECOVERY, {})) ?? this.#exchange(control, RECOVERY, {}, { attempts: [] }),
      onGone: (last) => parts.onGone(last),
      onRefused: (last) => parts.onRefused(last),
    })
  }

  /** Milliseconds since the start of the run. */
  now(): number {
    return inTenths(performance.now() - this.#began)
  }

  /** Responses from before the run was interrupted. */
  get earlier(): EarlierAnswers | undefined {
    return this.#parts.resumeFrom?.earlier
  }

  /** Requests per second, once the server has limited them. */
  get allowedRate(): number | undefined {
    return this.#rate.isTheServers ? this.#rate.perSecond : undefined
  }

  get isOver(): boolean {
    return this.#parts.over.aborted
  }

  async wait(ms: number, until: AbortSignal = this.#parts.over): Promise<void> {
    try {
      await sleep(ms, undefined, { signal: until })
    } catch {
      throw new RunIsOver()
    }
  }

  /** False if the wait would outlast the run. */
  hasTimeFor(ms: number): boolean {
    return ms <= LIMITS.waitMs && this.now() + ms <= this.#parts.configuration.deadlineMs
  }

  /** Resolves when no request is in flight. */
  async answered(): Promise<void> {
    await Promise.allSettled(this.#inFlight)
  }

  async close(): Promise<void> {
    await this.answered()
    await Promise.all([...Object.values(this.#transports), this.fetcher].map((each) => each.close()))
  }

  /** Earlier failures count only if the control request succeeds. */
  async control(by: string): Promise<void> {
    if (this.baseline) await this.ask(this.baseline, { by, part: 'control' })
  }

  /** Resolves with the final response, after the waits and retries of the retry policy. */
  async ask(request: RequestTemplate, purpose: Purpose, options: SendOptions = {}): Promise<Exchange> {
    const earlier = this.#answeredBefore(request, purpose)
    if (earlier) return earlier
    const again: Again = { attempts: [] }
    const waits = { all: 0, withoutProgress: 0 }
    let retries = 0
    let last: Exchange | undefined
    const canWait = request.method === 'POST' && needsNoJob(purpose)
    // In smoke, no request is spent on a 429 caused by jobs of this run.
    if (canWait && (this.#met429 || this.#parts.configuration.profile === 'smoke')) await this.calm()
    for (let asked = options; ; ) {
      const standing = await this.#standing(request, purpose, options)
      if (standing) return last ?? standing
      const exchange = await this.#send(request, purpose, asked, { ...again })
      last = exchange
      if (canWait && toldToWait(exchange) !== undefined) this.#met429 = true
      if (statusOf(exchange) === 429) {
        if (!(await this.#waitAfter429(exchange, waits, options))) return exchange
        if (canWait) await this.calm()
        await options.untilCapacity?.()
      } else {
        const most = mostRetries(exchange, this.#lostProbes)
        if (options.once || !isTransient(exchange) || retries >= most) return exchange
        if (exchange.failure && options.alone === undefined) asked = { ...options, afresh: true }
        if (!(await this.#sendControls(++retries, exchange, asked, again))) return exchange
        if (retries === most) again.last = true
        if (retries === most && exchange.failure && isToBeRefused(purpose)) this.#lostProbes++
      }
      again.attempts = [...again.attempts, exchange.n]
    }
  }

  /** False if the same request must not be sent again. */
  async #waitAfter429(exchange: Exchange, waits: { all: number; withoutProgress: number }, options: SendOptions) {
    const { request } = exchange
    const { waitsUntilMs, waits: most = WAITS } = options
    if (!this.#rateLimited.isForTheRate(exchange)) options.on429?.()
    const areOver =
      waitsUntilMs === undefined
        ? waits.withoutProgress >= most || waits.all >= WAITS_WHILE_OTHERS_SUCCEED
        : this.now() > waitsUntilMs
    if (areOver) return false
    const before = this.#successes.get(request.method)
    if (!(await this.#waitRetryAfter(exchange, waits.withoutProgress, options))) return false
    if (!options.isBusyOurselves?.()) {
      waits.all++
      if (this.#successes.get(request.method) === before) waits.withoutProgress++
    }
    this.#met429 = true
    return true
  }

  /** One more control request for each retry, so that retries do not coincide with failures at a fixed interval. */
  async #sendControls(count: number, exchange: Exchange, options: SendOptions, again: Again): Promise<boolean> {
    if (!this.baseline) return false
    if (toldToWait(exchange) !== undefined && !(await this.#waitRetryAfter(exchange, 0, options))) return false
    const purpose: Purpose = { by: exchange.purpose.by, part: 'control' }
    const afresh: SendOptions = options.afresh ? { afresh: true } : {}
    for (let sent = 0; sent < count; sent++) {
      if (await this.#standing(this.baseline, purpose, options)) return false
      const control = await this.#send(this.baseline, purpose, afresh, { attempts: [] })
      if (!succeeded(control)) return false
      again.control = control.n
    }
    return true
  }

  #waitRetryAfter(exchange: Exchange, nth: number, options: SendOptions): Promise<boolean> {
    const ms = waitMsAfter(exchange, nth, this.#parts.configuration.pollIntervalMs)
    return this.#waitOut(exchange, ms, exchange.purpose, options)
  }

  async #waitOut(exchange: Exchange, ms: number, { by }: Purpose, options: SendOptions): Promise<boolean> {
    const { waitsUntilMs = this.#parts.configuration.deadlineMs, until } = options
    if (ms > LIMITS.waitMs || this.now() + ms > waitsUntilMs) return false
    const why = `${statusOf(exchange)} with Retry-After ${toldToWait(exchange) ?? 'missing'}`
    this.#parts.history.append({ kind: 'waited', by, at: this.now(), ms, why })
    await this.wait(ms, until)
    return true
  }

  /** Waits if the same request got a Retry-After. Returns that response if the wait is too long. */
  async #standing(request: RequestTemplate, purpose: Purpose, options: SendOptions): Promise<Exchange | undefined> {
    for (;;) {
      const { wait, why } = this.#held(request, purpose, options)
      if (why !== undefined) throw new PutOff(why)
      const earlier = wait && this.#parts.history.recording.exchange(wait.n)
      if (!wait || !earlier) return undefined
      if (!(await this.#waitOut(earlier, wait.until - this.now(), purpose, options))) return earlier
    }
  }

  /** `why`: it must not be sent any more. `wait`: not now; tests of capacity do not wait. */
  #held(request: RequestTemplate, purpose: Purpose, { regardless, waits }: SendOptions) {
    const mayGo = regardless || waits === 0
    return {
      why: this.#retryAfter.whyPutOff(request, purpose),
      wait: mayGo ? undefined : this.#retryAfter.of(request, this.now()),
    }
  }

  /** Records the response even if the caller gives up. */
  #send(request: RequestTemplate, purpose: Purpose, options: SendOptions, again: Again): Promise<Exchange> {
    const closed = !options.until && this.baseline ? this.#breaker.closed(this.baseline) : undefined
    const exchange = () => this.#exchange(request, purpose, options, again)
    const sending = closed ? closed.then(exchange) : exchange()
    this.#inFlight.add(sending)
    const done = () => this.#inFlight.delete(sending)
    sending.then(done, done)
    return sending
  }

  async #exchange(request: RequestTemplate, purpose: Purpose, options: SendOptions, again: Again): Promise<Exchange> {
    for (;;) {
      const exchange = await this.#sendOnce(request, purpose, options, again)
      if (exchange) {
        this.#note(exchange)
        return exchange
      }
      const standing = await this.#standing(request, purpose, options)
      if (standing) return standing
    }
  }

  /** The response to this submission from before the interruption: it is not sent twice. */
  #answeredBefore(request: RequestTemplate, purpose: Purpose): Exchange | undefined {
    const found = this.earlier?.takeSubmission({ request, purpose })
    if (found?.kind !== 'about to submit') return found
    const failure = { kind: 'interrupted', message: UNRECORDED } as const
    const [sent, received] = [++this.#tick, ++this.#tick]
    return this.#parts.history.append<Exchange>({
      ...{ kind: 'exchange', n: found.n, at: found.at, ms: 0, sent, received, purpose, request, failure },
    })
  }

  /** Undefined if the same request got a Retry-After in the meantime. */
  async #sendOnce(
    request: RequestTemplate,
    purpose: Purpose,
    options: SendOptions,
    again: Again,
  ): Promise<Exchange | undefined> {
    const { vault, history, budget, givenUp, userAgent, configuration } = this.#parts
    const over = options.until ?? this.#parts.over
    // Submissions first: free capacity is used at once.
    const order = purpose.part === 'submission' ? -1 : options.order
    const place = { rank: rankOf(purpose, options.spare), order }
    const traceparent = configuration.trace ? newTraceparent() : undefined
    const filled = filledBy(vault, request, { userAgent, traceparent })
    const slot = await this.#queue.enter(place)
    let reservation: Reservation | undefined
    try {
      if (over.aborted) throw new RunIsOver()
      // After the queue, so that urgent requests get the rest of a limit.
      reservation = await this.#reserve(request, purpose, options)
      const at = this.now()
      let n = 0
      let sent = 0
      let isHeld = false
      const turn = async () => {
        await this.#rate.turn(over)?.catch(() => undefined)
        slot.sent()
        if (over.aborted) return false
        // An unreadable response is requested a second time.
        if (sent > 0) return this.#mayCountAnother(purpose)
        const { wait, why } = this.#held(request, purpose, options)
        isHeld = wait !== undefined || why !== undefined
        if (isHeld) return false
        n = ++this.#n
        if (reservation && !(await this.#isNoted(n, request, purpose, options))) return false
        sent = ++this.#tick
        return true
      }
      const isValid = carriesGoodKey(request, vault.keyring)
      const hasNoKey = purpose.part === 'observation' ? 'doubtful' : 'none'
      const transport = this.#transports[isValid || options.alone !== undefined ? 'valid' : hasNoKey]
      const { alone, afresh } = options
      // Waits longer for a submission: without its response, its job would be unknown.
      const result = await transport.send(filled, reservation ? givenUp : over, { alone, afresh, place, turn })
      if (sent === 0) {
        if (!isHeld) throw new RunIsOver()
        reservation?.release()
        budget.giveBackRequest(...counted(purpose))
        return undefined
      }
      const { answer: raw, failure, connection, http2 } = result
      const answer = raw && readable(raw, vault)
      const exchange: Exchange = {
        kind: 'exchange',
        n,
        at,
        ms: inTenths(this.now() - at),
        phases: phasesOf(result, this.#began + at),
        sent,
        received: ++this.#tick,
        ...(connection !== undefined && { connection }),
        ...(http2 && { http2 }),
        ...(traceparent !== undefined && { traceparent }),
        ...((again.attempts.length > 0 || again.control) && { again }),
        purpose,
        request,
        ...(answer && { answer }),
        ...(failure && { failure: { kind: failure.kind, message: vault.scrub(failure.message) } }),
      }
      if (!mayHaveMadeAJob(exchange)) reservation?.release()
      else reservation?.keep(succeeded(exchange))
      const seconds = this.#rateLimited.secondsAfter(exchange, options, {
        rate: this.#rate,
        isSubmission: request.method === 'POST' && isValid,
        isBusy: this.isBusy(),
        pollIntervalMs: this.#parts.configuration.pollIntervalMs,
      })
      if (answer) this.#rate.announce(request.method, rateLimitsIn(answer.headers))
      const holdsAll = seconds !== undefined && this.hasTimeFor(seconds * 1000)
      this.#rate.heard(this.#began + at + exchange.phases!.blocked, holdsAll ? seconds : undefined)
      const kept = history.append(exchange)
      if (answer) this.#recordWays()
      return kept
    } catch (error) {
      if (error instanceof RunIsOver) reservation?.release()
      else reservation?.keep(false)
      throw error
    } finally {
      slot.leave()
    }
  }

  #note(exchange: Exchange): void {
    const { method } = exchange.request
    const key = keyOf(exchange.request)
    const isGood = key !== undefined && this.#parts.vault.keyring.isGood(key) === true
    if (isGood && exchange.answer && statusOf(exchange) !== 429)
      this.#successes.set(method, (this.#successes.get(method) ?? 0) + 1)
    this.#retryAfter.note(exchange, key, { hasTimeFor: (ms) => this.hasTimeFor(ms), isBusy: this.isBusy() })
    const isControlKey = isGood && this.baseline !== undefined && keyOf(this.baseline) === key
    this.#breaker.note(exchange, isControlKey)
  }

  /** Counts the request, and reserves what its job may cost. */
  async #reserve(
    { body = '' }: RequestTemplate,
    purpose: Purpose,
    { videoSeconds, mayBeTakenOn, confirms }: SendOptions,
  ): Promise<Reservation | undefined> {
    const { budget, clauseOf } = this.#parts
    const { by, breaks } = purpose
    const reservation =
      videoSeconds === undefined
        ? undefined
        : await budget.reserveJob({
            videoSeconds,
            money: this.#pricing ? priceOfBody(body, this.#pricing) : 0n,
            by,
            isPlanned: !isToBeRefused(purpose) || mayBeTakenOn === true,
            ...(confirms && { confirms }),
            clause: breaks ?? clauseOf?.(by) ?? by,
          })
    try {
      budget.countRequest(...counted(purpose))
    } catch (error) {
      reservation?.release()
      throw error
    }
    return reservation
  }

  #mayCountAnother(purpose: Purpose): boolean {
    try {
      this.#parts.budget.countRequest(...counted(purpose))
      return true
    } catch (error) {
      if (error instanceof OverBudget) return false
      throw error
    }
  }

  /** Whether a submission is stored on disk; it is not sent otherwise. */
  async #isNoted(
    n: number,
    request: RequestTemplate,
    { by, case: what, part }: Purpose,
    { videoSeconds = 0 }: SendOptions,
  ) {
    const { history, configuration } = this.#parts
    const { maxJobs, maxVideoSeconds, maxCost } = configuration
    const isLimited = maxJobs !== undefined || maxVideoSeconds !== undefined || maxCost !== undefined
    // Only a faulty server creates a job for a probe, which matters if jobs are limited.
    if (part === 'probe' && !isLimited) return true
    const key = keyOf(request)
    return history.note(() => ({
      kind: 'about to submit',
      n,
      at: this.now(),
      by,
      ...(what !== undefined && { case: what }),
      ...(key !== undefined && { key }),
      videoSeconds,
    }))
  }

  /** Address or proxy, TLS and certificate of each new kind of connection that got a response. */
  #recordWays(): void {
    const { network, vault, history } = this.#parts
    if (network.ways === this.#recordedWays) return
    for (const { tls, ...way } of network.answeredBy().slice(this.#recordedWays)) {
      const redacted = tls && { ...tls, issuer: vault.scrub(tls.issuer), subject: vault.scrub(tls.subject) }
      history.append<ReachedBy>({ kind: 'reached by', ...way, ...(redacted && { tls: redacted }) })
    }
    this.#recordedWays = network.ways
  }
}

const needsNoJob = ({ part, open }: Purpose): boolean =>
  open === undefined && (part === 'probe' || part === 'observation')

/** Requests for leftover jobs are not announced. */
function counted({ part, by }: Purpose): [isPoll: boolean, isAnnounced: boolean] {
  const isPoll = part === 'poll'
  return [isPoll, !isPoll && by !== LEFTOVERS]
}

/** Where the time of a request went. */
function phasesOf({ begun, connected, answer }: TransportResult, queuedAt: number): NonNullable<Exchange['phases']> {
  const between = (from: number, to: number) => Math.max(0, inTenths(to - from))
  return {
    blocked: between(queuedAt, begun),
    ...(connected !== undefined && { connect: between(begun, connected) }),
    ...(answer && { wait: between(connected ?? begun, answer.begunAt) }),
  }
}
