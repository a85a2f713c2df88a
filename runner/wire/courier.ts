import type { Exchange, Header, Purpose, RequestTemplate } from '../history/exchange.ts'
import type { History } from '../history/history.ts'
import { succeeded } from '../history/reading.ts'
import { carriesGoodKey } from '../history/who-asks.ts'
import type { Vault } from '../keys/vault.ts'
import type { Configuration } from '../settings/configuration.ts'
import type { Target } from '../settings/target.ts'
import type { Budget, Reservation } from './budget.ts'
import { Fetcher } from './fetcher.ts'
import { Pace } from './pace.ts'
import { inTenths, phasesOf } from './phases.ts'
import { MOST_BYTES, readable } from './readable.ts'
import { RunIsOver } from './run-is-over.ts'
import { rankOf } from './urgency.ts'
import { Wire } from './wire.ts'

const CONNECTIONS = 6

export type CourierParts = {
  target: Target
  vault: Vault
  history: History
  budget: Budget
  configuration: Configuration
  /** Aborts when the run has to end. */
  over: AbortSignal
  /** Aborts when nobody waits any more for what may have become a job. */
  givenUp: AbortSignal
}

export type CarryOptions = {
  /** Seconds of video that the request would cost if it were accepted; absent where it can create no job. */
  videoSeconds?: number
  /** The name of a connection of its own. */
  alone?: string
  /** On a new connection, which is closed behind the answer. */
  afresh?: true
  /** Goes beyond the plain cases: whatever else waits for a connection goes first. */
  spare?: true
  /** What ends the wait for an answer, instead of the run's end. */
  until?: AbortSignal
}

export type Again = NonNullable<Exchange['again']>

/** Carries one request and its answer: paced, counted, bounded, and written down. */
export class Courier {
  /** Of what results lead to. */
  readonly fetcher: Fetcher
  readonly #parts: CourierParts
  readonly #wire: Wire
  /** Connections that never carry a good key, so that none can be lent to a request without one. */
  readonly #strangers: Wire
  /** Connections for what a server may lawfully take for a good key, or not. */
  readonly #doubtful: Wire
  readonly #pace: Pace
  readonly #began = performance.now()
  #n = 0
  #tick = 0

  constructor(parts: CourierParts) {
    const { configuration, target } = parts
    this.#parts = parts
    this.#pace = new Pace(configuration.rate)
    let connections = 0
    const open = () =>
      new Wire(target.origin, {
        connections: CONNECTIONS,
        requestTimeoutMs: configuration.requestTimeoutMs,
        mostBytes: MOST_BYTES,
        nextConnection: () => ++connections,
      })
    this.#wire = open()
    this.#strangers = open()
    this.#doubtful = open()
    const turn = () => this.#pace.turn(parts.over).catch(() => undefined)
    this.fetcher = new Fetcher({ ...parts, now: () => this.now(), turn })
  }

  now(): number {
    return inTenths(performance.now() - this.#began)
  }

  async carry(request: RequestTemplate, purpose: Purpose, options: CarryOptions, again: Again): Promise<Exchange> {
    const { vault, history, givenUp } = this.#parts
    const over = options.until ?? this.#parts.over
    const filled = filledBy(vault, request)
    await this.#pace.turn(over).catch(() => undefined)
    if (over.aborted) throw new RunIsOver()
    const reservation = await this.#count(purpose, options)
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
    history.append(exchange)
    return exchange
  }

  async close(): Promise<void> {
    await Promise.all([this.#wire, this.#strangers, this.#doubtful, this.fetcher].map((wire) => wire.close()))
  }

  async #count(purpose: Purpose, { videoSeconds }: CarryOptions): Promise<Reservation | undefined> {
    const { budget } = this.#parts
    const reservation = videoSeconds === undefined ? undefined : await budget.reserveJob(videoSeconds)
    try {
      budget.countRequest(purpose.part === 'poll')
    } catch (error) {
      reservation?.release()
      throw error
    }
    return reservation
  }

  #wireFor(request: RequestTemplate, purpose: Purpose, options: CarryOptions): Wire {
    if (options.alone !== undefined || carriesGoodKey(request, this.#parts.vault.keyring)) return this.#wire
    return purpose.part === 'observation' ? this.#doubtful : this.#strangers
  }
}

function filledBy(vault: Vault, { method, path, headers, body, bytes }: RequestTemplate) {
  const text = body === undefined ? undefined : vault.fill(body)
  return {
    method,
    path: vault.fill(path),
    headers: headers.map(([name, value]): Header => [name, vault.fill(value)]),
    ...(text !== undefined && { body: bytes ? Buffer.from(text, 'latin1') : text }),
  }
}
