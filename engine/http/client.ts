import { setTimeout as sleep } from 'node:timers/promises'
import { BOUNDS } from '../config/bounds/bounds.ts'
import type { AnsweredBy } from '../history/entry/answered-by.ts'
import type { Exchange, Purpose, RequestTemplate } from '../history/entry/exchange.ts'
import { isTransient, toldToWait } from '../history/reading/facts.ts'
import { statusOf, succeeded } from '../history/reading/reading.ts'
import { carriesGoodKey } from '../history/reading/who-asks.ts'
import type { Ledger } from '../history/resuming/ledger.ts'
import { Courier, type CourierParts } from './courier.ts'
import type { Fetcher } from './files/fetcher.ts'
import type { Again, SendOptions } from './how-to-send.ts'
import { RunIsOver } from './limits/run-is-over.ts'
import { NotBefore } from './not-before.ts'
import { PutOff, PuttingOff } from './put-off.ts'
import { bearsTheKeyOf, RefusedKey } from './refused-key.ts'
import { Silence } from './silence.ts'
import { TooFast } from './too-fast.ts'
import { hasNoJobInMind } from './urgency.ts'
import { GotIn, mostRetries, Waits } from './waits.ts'

/** A server may say 0; asking again at once, over and over, would help nobody. */
const LEAST_WAIT_MS = 100
const AS_RECOVERY: Purpose = { by: 'recovery', part: 'control' }

type Parts = CourierParts & {
  /** Nobody has answered for a while, not even the good request. */
  onGone(last: Exchange): void
  /** The key that was good is refused, whatever is asked. */
  onRefused(last: Exchange): void
}

/** Asks on a run's behalf: waits where it is told to, and asks again where the network or a gateway failed. */
export class Client {
  readonly #parts: Parts
  readonly #courier: Courier
  /** A list, for a set that is added to and taken from over and over holds on to much that it no longer has. */
  readonly #underWay: Promise<Exchange>[] = []
  #metNoRoom = false
  readonly #gotIn = new GotIn()
  readonly #notBefore = new NotBefore()
  readonly #puttingOff = new PuttingOff()
  readonly #silence: Silence
  readonly #refusedKey: RefusedKey
  /** Resolves when the run's own jobs no longer take up the room that a request was refused for. */
  calm: () => Promise<void> = async () => undefined
  /** Whether they do. */
  isBusy: () => boolean = () => false
  /** A request that is known to succeed, to tell a server in trouble from one that is down. */
  baseline: RequestTemplate | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    const tooFast = new TooFast()
    this.#courier = new Courier({
      ...parts,
      tooFast: (exchange, options: SendOptions) => {
        const seconds = tooFast.secondsAfter(exchange, options, {
          pace: this.#courier.pace,
          keyring: parts.vault.keyring,
          unsaid: parts.configuration.pollIntervalMs / 1000,
        })
        return seconds !== undefined && this.hasTimeFor(seconds * 1000) ? seconds : undefined
      },
    })
    const means = {
      now: () => this.now(),
      pause: (leastMs = 0) => this.wait(Math.max(LEAST_WAIT_MS, parts.configuration.pollIntervalMs, leastMs)),
      hasTimeFor: (ms: number) => this.hasTimeFor(ms),
      ask: async (baseline: RequestTemplate) =>
        (await this.#whatStands(baseline, AS_RECOVERY, {})) ?? this.#carry(baseline, AS_RECOVERY, {}, { attempts: [] }),
    }
    this.#silence = new Silence({ ...means, onGone: (last) => parts.onGone(last) })
    this.#refusedKey = new RefusedKey({ ...means, onRefused: (last) => parts.onRefused(last) })
  }

  now(): number {
    return this.#courier.now()
  }

  /** Of what was answered before the run broke off. */
  get ledger(): Ledger | undefined {
    return this.#parts.goesOn?.ledger
  }

  /** Of what results lead to. */
  get fetcher(): Fetcher {
    return this.#courier.fetcher
  }

  /** Over which connections the server has answered so far: address or proxy, TLS and certificate. */
  answeredBy(): AnsweredBy[] {
    return this.#courier.answeredBy()
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
    let last: Exchange | undefined
    for (;;) {
      const stands = await this.#whatStands(request, purpose, options)
      if (stands) return last ?? stands
      const exchange = await this.#send(request, purpose, { ...options, ...afresh }, { ...again })
      last = exchange
      if (statusOf(exchange) === 429) options.onNoRoom?.()
      if (canWait && toldToWait(exchange) !== undefined) this.#metNoRoom = true
      if (statusOf(exchange) === 429 && !waits.areOver) {
        const gotIn = this.#gotIn.times(request.method)
        // Who was told to wait, and was seen to ask again, has waited.
        const hasWaited = this.ledger?.holds({ request, purpose }) === true
        if (!hasWaited && !(await this.#waitAsTold(exchange, waits.inVain, options))) return exchange
        if (!options.isBusyOurselves?.()) waits.count(this.#gotIn.times(request.method) > gotIn)
        this.#metNoRoom = true
        if (canWait) await this.calm()
        await options.untilRoom?.()
      } else if (isTransient(exchange) && retries++ < mostRetries(exchange)) {
        if (!this.baseline) return exchange
        if (toldToWait(exchange) !== undefined && !(await this.#waitAsTold(exchange, 0, options))) return exchange
        if (exchange.failure && options.alone === undefined) afresh = { afresh: true }
        // One more each time, so that the run keeps no pace with what fails now and then.
        for (let controls = 0; controls < retries; controls++) {
          const asControl: Purpose = { by: purpose.by, part: 'control' }
          if (await this.#whatStands(this.baseline, asControl, options)) return exchange
          const control = await this.#send(this.baseline, asControl, afresh, { attempts: [] })
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

  /** Requests a second, where the server has said that it was asked too fast. */
  get allowedRate(): number | undefined {
    const { isLowered, rate } = this.#courier.pace
    return isLowered ? rate : undefined
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

  /** Resolves when everything that was sent has its answer, or has none. */
  async answered(): Promise<void> {
    await Promise.allSettled(this.#underWay)
  }

  async close(): Promise<void> {
    await this.answered()
    await this.#courier.close()
  }

  /** False where the wait would outlast the run, so that nobody sits through it for nothing. */
  async #waitAsTold(exchange: Exchange, waits: number, options: SendOptions): Promise<boolean> {
    const told = toldToWait(exchange)
    const ms =
      told === undefined
        ? this.#parts.configuration.pollIntervalMs * 2 ** Math.min(waits, BOUNDS.waitsThatDouble.most)
        : Math.max(told * 1000, LEAST_WAIT_MS)
    return this.#waitOut(exchange, ms, exchange.purpose, options)
  }

  /** Waits where anybody who asked the same was told to; what was answered then, where that is too long. */
  async #whatStands(request: RequestTemplate, purpose: Purpose, options: SendOptions): Promise<Exchange | undefined> {
    for (;;) {
      const { stands, why } = this.#held(request, purpose, options)
      if (why !== undefined) throw new PutOff(why)
      const told = stands && this.#parts.history.recording.exchange(stands.n)
      if (!stands || !told) return undefined
      if (!(await this.#waitOut(told, stands.until - this.now(), purpose, options))) return told
    }
  }

  /** By whose answer it may not be sent now, or why not at all. */
  #held(request: RequestTemplate, purpose: Purpose, { regardless, waits }: SendOptions) {
    if (this.ledger?.holds({ request, purpose })) return {}
    // Whoever waits for nothing looks at a lack of room, and would see something else after a while.
    const mayAsk = regardless || waits === 0
    return {
      why: this.#puttingOff.why(request, purpose),
      stands: mayAsk ? undefined : this.#notBefore.of(request, this.now()),
    }
  }

  async #waitOut(
    exchange: Exchange,
    ms: number,
    { by }: Purpose,
    { waitsUntilMs = this.#parts.configuration.deadlineMs, until }: SendOptions,
  ): Promise<boolean> {
    if (ms > BOUNDS.waitMs.most || this.now() + ms > waitsUntilMs) return false
    const told = toldToWait(exchange)
    const why = `${statusOf(exchange)} with Retry-After ${told ?? 'missing'}`
    this.#parts.history.append({ kind: 'waited', by, at: this.now(), ms, why })
    await this.wait(ms, until)
    return true
  }

  /** Whether somebody who is told to come back so much later would come before the end of the run. */
  hasTimeFor(ms: number): boolean {
    return ms <= BOUNDS.waitMs.most && this.now() + ms <= this.#parts.configuration.deadlineMs
  }

  /** Whoever waits for it may give up; what was sent is written down all the same. */
  #send(request: RequestTemplate, purpose: Purpose, options: SendOptions, again: Again): Promise<Exchange> {
    const sending = this.#sendOnceAnybodyAnswers(request, purpose, options, again)
    this.#underWay.push(sending)
    const done = () => this.#underWay.splice(this.#underWay.indexOf(sending), 1)
    sending.then(done, done)
    return sending
  }

  async #sendOnceAnybodyAnswers(
    request: RequestTemplate,
    purpose: Purpose,
    options: SendOptions,
    again: Again,
  ): Promise<Exchange> {
    if (!options.until && this.baseline) {
      await this.#silence.over(this.baseline)
      await this.#refusedKey.over(this.baseline)
    }
    return this.#carry(request, purpose, options, again)
  }

  async #carry(request: RequestTemplate, purpose: Purpose, options: SendOptions, again: Again): Promise<Exchange> {
    // While it waits for its turn, somebody else who asks the same may be told to wait.
    const mayGo = () => {
      const { stands, why } = this.#held(request, purpose, options)
      return stands === undefined && why === undefined
    }
    for (;;) {
      const exchange = await this.#courier.carry(request, purpose, { ...options, mayGo }, again)
      const known = exchange ? this.#noted(exchange) : await this.#whatStands(request, purpose, options)
      if (known) return known
    }
  }

  #noted(exchange: Exchange): Exchange {
    const { request } = exchange
    if (carriesGoodKey(request, this.#parts.vault.keyring)) this.#gotIn.note(exchange)
    this.#notBefore.note(exchange)
    this.#puttingOff.note(exchange, { hasTimeFor: (ms) => this.hasTimeFor(ms), isOurs: this.isBusy() })
    this.#silence.note(exchange)
    if (this.baseline && bearsTheKeyOf(this.baseline, request)) this.#refusedKey.note(exchange)
    return exchange
  }
}
