import type { Exchange, Purpose, RequestTemplate } from '../history/entry/exchange.ts'
import { INTRODUCTION } from '../history/entry/no-phases.ts'
import { toldToWait } from '../history/reading/facts.ts'
import { statusOf } from '../history/reading/reading.ts'
import { keyOf } from '../history/reading/who-asks.ts'

/** So many in a row, with nothing else answered in between, are no mishap of one body. */
const MANY = 5

/** Thrown where whatever is posted with a key is told to come back when the run is over. */
export class PutOff extends Error {
  override name = 'PutOff'
}

/** POSTs of one key that are told to come back later than anybody waits: the rest of them is not sent. */
export class PuttingOff {
  readonly #inARow = new Map<string, number>()
  readonly #why = new Map<string, string>()

  /** `isOurs`: the jobs of the run may be what takes up the room, and will end. */
  note(exchange: Exchange, { hasTimeFor, isOurs }: { hasTimeFor(ms: number): boolean; isOurs: boolean }): void {
    if (exchange.request.method !== 'POST' || exchange.failure) return
    const who = whoIn(exchange.request)
    const told = toldToWait(exchange)
    if (told === undefined || hasTimeFor(told * 1000)) this.#inARow.delete(who)
    else if (!isOurs) this.#count(who, `${statusOf(exchange)} with Retry-After ${Math.ceil(told)} s`)
  }

  #count(who: string, answer: string): void {
    const times = (this.#inARow.get(who) ?? 0) + 1
    this.#inARow.set(who, times)
    if (times >= MANY)
      this.#why.set(
        who,
        `${times} POSTs in a row ${who === '' ? 'without a complete key' : 'with this key'} returned ${answer}, longer than the run waits, so no more are sent`,
      )
  }

  /** Why it is not sent, if so. Whoever makes himself acquainted, or compares, has to hear it from the server. */
  why(request: RequestTemplate, { by, part }: Purpose): string | undefined {
    if (this.#why.size === 0 || request.method !== 'POST' || by === INTRODUCTION || part === 'control') return undefined
    return this.#why.get(whoIn(request))
  }
}

const whoIn = (request: RequestTemplate) => keyOf(request) ?? ''
