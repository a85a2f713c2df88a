import type { Configuration } from '../config/configuration.ts'
import { LIMITS } from '../config/limits.ts'
import type { Target } from '../config/target.ts'
import type { AnsweredBy } from '../history/entry/answered-by.ts'
import type { ReachedBy } from '../history/entry/entries.ts'
import type { Exchange, Header, Purpose, RequestTemplate } from '../history/entry/exchange.ts'
import type { History } from '../history/history.ts'
import { mayHaveMadeAJob } from '../history/reading/facts.ts'
import { succeeded } from '../history/reading/reading.ts'
import { carriesGoodKey } from '../history/reading/who-asks.ts'
import type { Ledger } from '../history/resuming/ledger.ts'
import type { Vault } from '../keys/vault.ts'
import { readable } from './answers/readable.ts'
import { BeforeItGoes } from './before-it-goes.ts'
import { inTenths, phasesOf } from './connections/phases.ts'
import { Wire } from './connections/wire.ts'
import { Fetcher } from './files/fetcher.ts'
import { Surroundings } from './files/surroundings.ts'
import { filledBy } from './filled.ts'
import type { Budget } from './limits/budget.ts'
import { RunIsOver } from './limits/run-is-over.ts'
import type { Network } from './network/network.ts'
import { Pace } from './pace.ts'
import { InFlight, mostInFlight, rankOf } from './queue.ts'
import { type Again, type CarryOptions, mayBeTold } from './send-options.ts'

export type CourierParts = {
  target: Target
  vault: Vault
  history: History
  budget: Budget
  configuration: Configuration
  /** Goes with every request that has none of its own, and need not be plain. */
  userAgent: Header
  network: Network
  /** Aborts when the run has to end. */
  over: AbortSignal
  /** Aborts when nobody waits any more for what may have become a job. */
  givenUp: AbortSignal
  /** The one clause that a phase is about, if it is about one. */
  clauseOf?(phase: string): string | undefined
  /** Where the run goes on that broke off. */
  goesOn?: GoesOn
  /** How many seconds every request has to wait, where an answer says that the server was asked too fast. */
  tooFast?(exchange: Exchange, options: CarryOptions): number | undefined
}

/** What was answered before, and from where clock and numbers go on. */
export type GoesOn = {
  ledger: Ledger
  at: number
  n: number
  tick: number
  connection: number
  downloaded: number
  /** Before the run broke off. */
  answeredBy: readonly AnsweredBy[]
}

/** Carries one request and its answer: paced, counted, bounded, and written down. */
export class Courier {
  /** Of what results lead to. */
  readonly fetcher: Fetcher
  readonly #parts: CourierParts
  readonly #beforeItGoes: BeforeItGoes
  readonly #wire: Wire
  /** Connections that never carry a good key, so that none can be lent to a request without one. */
  readonly #strangers: Wire
  /** Connections for what a server may lawfully take for a good key, or not. */
  readonly #doubtful: Wire
  readonly #pace: Pace
  readonly #inFlight: InFlight
  readonly #began: number
  #waysNoted = 0
  #n: number
  #tick: number

  constructor(parts: CourierParts) {
    const { configuration, target, goesOn } = parts
    this.#parts = parts
    for (const way of goesOn?.answeredBy ?? []) parts.network.hasAnswered(way)
    this.#waysNoted = goesOn?.answeredBy.length ?? 0
    this.#began = performance.now() - (goesOn?.at ?? 0)
    this.#n = goesOn?.n ?? 0
    this.#tick = goesOn?.tick ?? 0
    this.#beforeItGoes = new BeforeItGoes({ ...parts, now: () => this.now() })
    this.#pace = new Pace(configuration.rate)
    this.#inFlight = new InFlight(mostInFlight(target, configuration), this.#pace)
    let connections = goesOn?.connection ?? 0
    const open = () =>
      new Wire(target.origin, {
        connections: LIMITS.connections,
        requestTimeoutMs: configuration.requestTimeoutMs,
        mostBytes: LIMITS.bodyBytes,
        nextConnection: () => ++connections,
        network: parts.network,
      })
    this.#wire = open()
    this.#strangers = open()
    this.#doubtful = open()
    const turn = () =>
      this.#pace.turn(parts.over).then(
        () => true,
        () => false,
      )
    this.fetcher = new Fetcher({
      ...parts,
      downloaded: goesOn?.downloaded ?? 0,
      surroundings: new Surroundings(target.origin, parts.network),
      now: () => this.now(),
      turn,
      inFlight: this.#inFlight,
    })
  }

  now(): number {
    return inTenths(performance.now() - this.#began)
  }

  /** Nothing where it may not go any more when its turn has come. */
  async carry(
    request: RequestTemplate,
    purpose: Purpose,
    options: CarryOptions,
    again: Again,
  ): Promise<Exchange | undefined> {
    const { goesOn } = this.#parts
    const known = goesOn && mayBeTold(request, options) ? goesOn.ledger.take({ request, purpose }) : undefined
    if (known) return known
    const place = await this.#inFlight.enter(rankOf(purpose, options.spare))
    try {
      return await this.#carryNow(request, purpose, { ...options, onTurn: place.sent }, again)
    } finally {
      place.leave()
    }
  }

  async #carryNow(
    request: RequestTemplate,
    purpose: Purpose,
    options: CarryOptions & { onTurn?: () => void },
    again: Again,
  ): Promise<Exchange | undefined> {
    const { vault, history, givenUp, userAgent } = this.#parts
    const over = options.until ?? this.#parts.over
    const filled = filledBy(vault, request, userAgent)
    if (over.aborted) throw new RunIsOver()
    const reservation = await this.#beforeItGoes.count(request, purpose, options)
    const at = this.now()
    const wire = this.#wireFor(request, purpose, options)
    // Whose answer is not waited for leaves a job behind that nobody knows.
    const until = reservation ? givenUp : over
    let n = 0
    let sent = 0
    let isHeld = false
    const turn = async () => {
      await this.#pace.turn(over).catch(() => undefined)
      options.onTurn?.()
      if (over.aborted) return false
      // What comes back unreadable is sent a second time.
      if (sent > 0) return this.#beforeItGoes.mayCountOneMore(purpose)
      isHeld = options.mayGo?.() === false
      if (isHeld) return false
      n = ++this.#n
      if (reservation && !(await this.#beforeItGoes.isNoted(n, request, purpose, options))) return false
      sent = ++this.#tick
      return true
    }
    const sending = options.afresh
      ? wire.sendAfresh(filled, until, turn)
      : wire.send(filled, until, { alone: options.alone, rank: rankOf(purpose, options.spare), turn })
    const result = await sending.catch((error: unknown) => {
      reservation?.keep(false)
      throw error
    })
    if (sent === 0) {
      reservation?.release()
      if (!isHeld) throw new RunIsOver()
      this.#beforeItGoes.giveBack(purpose)
      return undefined
    }
    const { answer: raw, failure, connection, http2 } = result
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
      ...(http2 && { http2 }),
      ...((again.attempts.length > 0 || again.control) && { again: { ...again } }),
      purpose,
      request,
      ...(answer && { answer }),
      ...(failure && { failure: { kind: failure.kind, message: vault.scrub(failure.message) } }),
    }
    if (!mayHaveMadeAJob(exchange)) reservation?.release()
    else reservation?.keep(succeeded(exchange))
    const sentAt = this.#began + at + exchange.phases!.blocked
    this.#pace.heard(sentAt, this.#parts.tooFast?.(exchange, options))
    const kept = history.append(exchange)
    if (answer) this.#noteWaysToTheServer()
    return kept
  }

  #noteWaysToTheServer(): void {
    const ways = this.answeredBy()
    for (const way of ways.slice(this.#waysNoted)) this.#parts.history.append<ReachedBy>({ kind: 'reached by', ...way })
    this.#waysNoted = ways.length
  }

  /** Over which connections the server has answered so far, distinct, 20 at most, and without keys. */
  answeredBy(): AnsweredBy[] {
    const { network, vault } = this.#parts
    return network.answeredBy().map(({ tls, ...way }) => ({
      ...way,
      ...(tls && { tls: { ...tls, issuer: vault.scrub(tls.issuer), subject: vault.scrub(tls.subject) } }),
    }))
  }

  /** Requests a second, where the server or the user bounds them. */
  get pace(): Pick<Pace, 'rate' | 'isLowered' | 'hasAnswers'> {
    return this.#pace
  }

  async close(): Promise<void> {
    await Promise.all([this.#wire, this.#strangers, this.#doubtful, this.fetcher].map((wire) => wire.close()))
  }

  #wireFor(request: RequestTemplate, purpose: Purpose, options: CarryOptions): Wire {
    if (options.alone !== undefined || carriesGoodKey(request, this.#parts.vault.keyring)) return this.#wire
    return purpose.part === 'observation' ? this.#doubtful : this.#strangers
  }
}
