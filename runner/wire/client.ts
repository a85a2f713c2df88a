import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange, Header, Purpose, RequestTemplate } from '../history/exchange.ts'
import type { History } from '../history/history.ts'
import { headerOf, statusOf, succeeded } from '../history/reading.ts'
import { isTransient, secondsToWait } from '../history/transient.ts'
import { carriesGoodKey } from '../history/who-asks.ts'
import type { Vault } from '../keys/vault.ts'
import type { Configuration } from '../settings/configuration.ts'
import type { Target } from '../settings/target.ts'
import type { Budget, Reservation } from './budget.ts'
import { Pace } from './pace.ts'
import { inTenths, phasesOf } from './phases.ts'
import { MOST_BYTES, readable } from './readable.ts'
import { Silence } from './silence.ts'
import { hasNoJobInMind, rankOf } from './urgency.ts'
import { GotIn, Waits } from './waits.ts'
import { Wire } from './wire.ts'

/** A server may say 0; asking again at once, over and over, would help nobody. */
const LEAST_WAIT_MS = 100
/** Of the wait of whoever is told no time. */
const MOST_DOUBLINGS = 8
/** A flaky network fails now and then, a broken server each time: only what fails every time counts. */
const MOST_RETRIES = 3
/** Each costs the whole time that a request may take, and a network that swallows the same one twice is rare. */
const MOST_RETRIES_OF_SILENCE = 1

/** Thrown where a request would be sent after the run's end: its deadline, or the user's interrupt. */
export class RunIsOver extends Error {
  override name = 'RunIsOver'
}

export type SendOptions = {
  /** Seconds of video that the request would cost if it were accepted; absent where it can create no job. */
  videoSeconds?: number
  /** The name of a connection of its own. */
  alone?: string
  /** On a new connection, which is closed behind the answer. */
  afresh?: true
  /** How often a 429 is waited for, instead of the usual. */
  waits?: number
  /** Whether the run itself takes up the room: such a 429 says nothing, and is waited for as long as it takes. */
  isBusyOurselves?: () => boolean
  /** Goes beyond the plain cases: whatever else waits for a connection goes first. */
  spare?: true
  /** Hears of each 429 when it comes, before the wait. */
  onNoRoom?: () => void
  /** A 429 is waited for as long as nobody is let in, until this time of the run. */
  waitsUntilMs?: number
  /** What ends the wait for an answer, instead of the run's end. */
  until?: AbortSignal
  /** Asks whether anybody answers again, while all else waits. */
  isToRecover?: true
}

type Parts = {
  target: Target
  vault: Vault
  history: History
  budget: Budget
  configuration: Configuration
  /** Aborts when the run has to end. */
  over: AbortSignal
  /** Aborts when nobody waits any more for what may have become a job. */
  givenUp: AbortSignal
  /** Nobody has answered for a while, not even the good request. */
  onGone(last: Exchange): void
}

type Again = NonNullable<Exchange['again']>

/** The only code that touches the network: paced, counted, bounded, and written down. */
export class Client {
  readonly #wire: Wire
  /** Connections that never carry a good key, so that none can be lent to a request without one. */
  readonly #strangers: Wire
  /** Connections for what a server may lawfully take for a good key, or not. */
  readonly #doubtful: Wire
  readonly #pace: Pace
  readonly #began = performance.now()
  /** A list, for a set that is added to and taken from over and over holds on to much that it no longer has. */
  readonly #underWay: Promise<Exchange>[] = []
  #metNoRoom = false
  readonly #gotIn = new GotIn()
  readonly #silence: Silence
  #n = 0
  #tick = 0
  /** Resolves when the run's own jobs no longer take up the room that a request was refused for. */
  calm: () => Promise<void> = async () => undefined
  /** A request that is known to succeed, to tell a server in trouble from one that is down. */
  baseline: RequestTemplate | undefined
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
    const { configuration, target } = parts
    this.#silence = new Silence({
      pause: () => this.wait(Math.max(LEAST_WAIT_MS, configuration.pollIntervalMs)),
      ask: (baseline) =>
        this.#sendAndRecord(baseline, { by: 'recovery', part: 'control' }, { isToRecover: true }, { attempts: [] }),
      onGone: (last) => parts.onGone(last),
    })
    this.#pace = new Pace(configuration.rate)
    let connections = 0
    const open = () =>
      new Wire(target.origin, {
        connections: 6,
        requestTimeoutMs: configuration.requestTimeoutMs,
        mostBytes: MOST_BYTES,
        nextConnection: () => ++connections,
      })
    this.#wire = open()
    this.#strangers = open()
    this.#doubtful = open()
  }

  now(): number {
    return inTenths(performance.now() - this.#began)
  }

  /** Asks until there is a last word: waits on 429 as told, and tries again where the network or a gateway failed. */
  async ask(request: RequestTemplate, purpose: Purpose, options: SendOptions = {}): Promise<Exchange> {
    const again: Again = { attempts: [] }
    const { waitsUntilMs } = options
    const waits = new Waits(waitsUntilMs === undefined ? options.waits : () => this.now() > waitsUntilMs)
    let retries = 0
    let afresh: Pick<SendOptions, 'afresh'> = {}
    const canWait = request.method === 'POST' && hasNoJobInMind(purpose)
    // Where every request counts, none is spent on hearing that our own job takes up the room.
    if (canWait && (this.#metNoRoom || this.#parts.configuration.profile === 'smoke')) await this.calm()
    for (;;) {
      const exchange = await this.#send(request, purpose, { ...options, ...afresh }, { ...again })
      if (statusOf(exchange) === 429) options.onNoRoom?.()
      if (statusOf(exchange) === 429 && !waits.areOver) {
        const gotIn = this.#gotIn.times(request.method)
        if (!(await this.#waitAsTold(exchange, waits.inVain, options))) return exchange
        if (!options.isBusyOurselves?.()) waits.count(this.#gotIn.times(request.method) > gotIn)
        this.#metNoRoom = true
        if (canWait) await this.calm()
      } else if (isTransient(exchange) && retries++ < mostRetries(exchange)) {
        if (!this.baseline) return exchange
        if (exchange.failure && options.alone === undefined) afresh = { afresh: true }
        // One more each time, so that the run keeps no pace with what fails now and then.
        for (let controls = 0; controls < retries; controls++) {
          const control = await this.#send(this.baseline, { by: purpose.by, part: 'control' }, afresh, { attempts: [] })
          if (!succeeded(control)) return exchange
          again.control = control.n
        }
        if (retries === mostRetries(exchange)) again.last = true
      } else {
        return exchange
      }
      again.attempts = [...again.attempts, exchange.n]
    }
  }

  /** A request that is known to succeed: whatever was odd before it counts only if it does. */
  async control(by: string): Promise<void> {
    if (this.baseline) await this.ask(this.baseline, { by, part: 'control' })
  }

  async wait(ms: number, until: AbortSignal = this.#parts.over): Promise<void> {
    try {
      await sleep(ms, undefined, { signal: until })
    } catch {
      throw new RunIsOver()
    }
  }

  /** Resolves when everything that was sent has its answer, or has none. */
  async answered(): Promise<void> {
    await Promise.allSettled(this.#underWay)
  }

  async close(): Promise<void> {
    await this.answered()
    await Promise.all([this.#wire, this.#strangers, this.#doubtful].map((wire) => wire.close()))
  }

  #wireFor(request: RequestTemplate, purpose: Purpose, options: SendOptions): Wire {
    if (options.alone !== undefined || carriesGoodKey(request, this.#parts.vault.keyring)) return this.#wire
    return purpose.part === 'observation' ? this.#doubtful : this.#strangers
  }

  /** False where the wait would outlast the run, so that nobody sits through it for nothing. */
  async #waitAsTold(
    exchange: Exchange,
    waits: number,
    { waitsUntilMs = this.#parts.configuration.deadlineMs, until }: SendOptions,
  ): Promise<boolean> {
    const told = secondsToWait(headerOf(exchange, 'retry-after'))
    const ms =
      told === undefined
        ? this.#parts.configuration.pollIntervalMs * 2 ** Math.min(waits, MOST_DOUBLINGS)
        : Math.max(told * 1000, LEAST_WAIT_MS)
    if (this.now() + ms > waitsUntilMs) return false
    const { by } = exchange.purpose
    this.#parts.history.append({
      kind: 'waited',
      by,
      at: this.now(),
      ms,
      why: `429 with Retry-After ${told ?? 'missing'}`,
    })
    await this.wait(ms, until)
    return true
  }

  /** Whoever waits for it may give up; what was sent is written down all the same. */
  #send(request: RequestTemplate, purpose: Purpose, options: SendOptions, again: Again): Promise<Exchange> {
    const sending = this.#sendAndRecord(request, purpose, options, again)
    this.#underWay.push(sending)
    const done = () => this.#underWay.splice(this.#underWay.indexOf(sending), 1)
    sending.then(done, done)
    return sending
  }

  async #sendAndRecord(
    request: RequestTemplate,
    purpose: Purpose,
    options: SendOptions,
    again: Again,
  ): Promise<Exchange> {
    const { budget, vault, history, givenUp } = this.#parts
    const over = options.until ?? this.#parts.over
    const filled = {
      method: request.method,
      path: vault.fill(request.path),
      headers: request.headers.map(([name, value]): Header => [name, vault.fill(value)]),
      ...(request.body !== undefined && { body: bodyOf(request, vault) }),
    }
    if (!options.isToRecover && !options.until && this.baseline) await this.#silence.over(this.baseline)
    await this.#pace.turn(over).catch(() => undefined)
    if (over.aborted) throw new RunIsOver()
    let reservation: Reservation | undefined
    if (options.videoSeconds !== undefined) reservation = await budget.reserveJob(options.videoSeconds)
    try {
      budget.countRequest(purpose.part === 'poll')
    } catch (error) {
      reservation?.release()
      throw error
    }
    const n = ++this.#n
    const sent = ++this.#tick
    const at = this.now()
    const wire = this.#wireFor(request, purpose, options)
    // Whose answer is not waited for leaves a job behind that nobody knows.
    const until = reservation ? givenUp : over
    const sending = options.afresh
      ? wire.sendAfresh(filled, until)
      : wire.send(filled, until, { alone: options.alone, rank: rankOf(purpose, options.spare) })
    const result = await sending.catch((error: unknown) => {
      reservation?.keep()
      throw error
    })
    const { answer: raw, failure, connection } = result
    const answer = raw && (await readable(raw, vault))
    const received = ++this.#tick
    const exchange: Exchange = {
      kind: 'exchange',
      n,
      at,
      ms: inTenths(this.now() - at),
      phases: phasesOf(result, this.#began + at),
      sent,
      received,
      ...(connection !== undefined && { connection }),
      ...((again.attempts.length > 0 || again.control) && { again: { ...again } }),
      purpose,
      request,
      ...(answer && { answer }),
      ...(failure && { failure: { kind: failure.kind, message: vault.scrub(failure.message) } }),
    }
    if (exchange.answer && !succeeded(exchange)) reservation?.release()
    else reservation?.keep()
    if (carriesGoodKey(request, vault.keyring)) this.#gotIn.note(exchange)
    this.#silence.note(exchange)
    history.append(exchange)
    return exchange
  }
}

function mostRetries({ failure }: Exchange): number {
  return failure?.kind === 'timeout' ? MOST_RETRIES_OF_SILENCE : MOST_RETRIES
}

function bodyOf({ body = '', bytes }: RequestTemplate, vault: Vault): string | Buffer {
  const filled = vault.fill(body)
  return bytes ? Buffer.from(filled, 'latin1') : filled
}
