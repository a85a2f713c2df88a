import { createHash } from 'node:crypto'
import type { Exchange, Purpose, RequestTemplate } from '../entry/exchange.ts'
import type { Look } from '../entry/look.ts'
import type { Redact } from '../history.ts'
import type { Recording } from '../recording.ts'

/** As many bytes of a digest as a number holds exactly. */
const BYTES = 6

type Asked = { request: RequestTemplate; purpose: Purpose }

/**
 * What was asked and answered before a run broke off, for phases that had not come to their end: whoever asks the same for
 * the same purpose is handed the answer that there was, once for each time that it was asked, and nothing is sent.
 */
export class Ledger {
  readonly #recording: Recording
  readonly #redact: Redact
  /** By what was asked, in the order of the answers. */
  readonly #held = new Map<number, number[]>()
  readonly #numbers = new Set<number>()
  readonly #abandoned = new Set<number>()
  readonly #left = new Map<string, number>()
  readonly #polls = new Map<number, number>()
  readonly #looks: Look[] = []
  /** They have asked for something new: what follows is not what followed then. */
  readonly #goneOn = new Set<string>()

  constructor(recording: Recording, redact: Redact) {
    this.#recording = recording
    this.#redact = redact
  }

  add(exchange: Exchange): void {
    const { n, purpose } = exchange
    const key = keyOf(exchange)
    const others = this.#held.get(key)
    if (others) others.push(n)
    else this.#held.set(key, [n])
    this.#numbers.add(n)
    count(this.#left, purpose.by, 1)
    if (isFollowing(purpose)) count(this.#polls, purpose.job!, 1)
  }

  addLook(look: Look): void {
    this.#looks.push(look)
  }

  /** Nothing where it has to be sent. */
  take(asked: Asked): Exchange | undefined {
    if (this.#numbers.size === 0) return undefined
    const { by, part } = asked.purpose
    // A good request tells something of what was sent before it, and that is new.
    if (part === 'control' && this.#goneOn.has(by)) return undefined
    const shown = this.#redacted(asked)
    const known = this.#held.get(keyOf(shown))
    const exchange = known?.[0] === undefined ? undefined : this.#recording.exchange(known[0])
    if (!exchange || textOf(exchange) !== textOf(shown)) {
      this.#goneOn.add(by)
      return undefined
    }
    known!.shift()
    this.#numbers.delete(exchange.n)
    count(this.#left, by, -1)
    if (isFollowing(asked.purpose)) count(this.#polls, asked.purpose.job!, -1)
    return exchange
  }

  /** The same of a file that was looked at. */
  takeLook({ by, job, time }: Pick<Look, 'by' | 'job' | 'time'>): Look | undefined {
    const at = this.#looks.findIndex((each) => each.by === by && each.job === job && each.time === time)
    return at < 0 ? undefined : this.#looks.splice(at, 1)[0]
  }

  /** Whether the next of the same was answered, too. */
  holds(asked: Asked): boolean {
    return this.#numbers.size > 0 && (this.#held.get(keyOf(this.#redacted(asked)))?.length ?? 0) > 0
  }

  /** Whether what follows under this name was asked before, so that nobody need wait for it. */
  isAheadOf(by: string): boolean {
    return !this.#goneOn.has(by) && (this.#left.get(by) ?? 0) > 0
  }

  holdsPollsOf(job: number): boolean {
    return (this.#polls.get(job) ?? 0) > 0
  }

  /** Nobody is to build on it: it is done anew. */
  abandon(n: number): void {
    this.#abandoned.add(n)
  }

  /** Whether whoever asked for it then has not asked for it yet this time, or does so anew. */
  isOutOfSight(n: number): boolean {
    return this.#numbers.has(n) || this.#abandoned.has(n)
  }

  #redacted({ request, purpose }: Asked): Asked {
    const { request: shown, purpose: told } = this.#redact({
      kind: 'exchange',
      request,
      purpose,
    } as Exchange) as Exchange
    return { request: shown, purpose: told }
  }
}

const isFollowing = ({ by, job }: Purpose) => by === 'jobs' && job !== undefined

function count<Key>(counts: Map<Key, number>, key: Key, more: number): void {
  counts.set(key, (counts.get(key) ?? 0) + more)
}

const textOf = ({ request, purpose }: Asked) => JSON.stringify([request, purpose])

const keyOf = (asked: Asked) => createHash('sha1').update(textOf(asked)).digest().readUIntBE(0, BYTES)
