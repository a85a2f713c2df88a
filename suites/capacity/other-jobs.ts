import { below } from '../../engine/config/target.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { LEFTOVERS } from '../../engine/history/entry/no-phases.ts'
import { jsonOf, showsTheEnd, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { isSubmission } from '../../engine/http/requests.ts'
import type { Facts } from '../../engine/judge/check.ts'
import { changedPlaces, valueAtPlace } from '../../engine/judge/values.ts'
import { isFinal, jobRecord } from '../lifecycle/polls.ts'

export type Sign = { words: string; evidence: number[] }

/** By the clock of events. */
type Span = { from: number; to: number }
type Reading = Span & { n: number; value: unknown }

/** What GET /capacity showed, and whether the run had jobs under way meanwhile. */
export class CapacityReadings {
  readonly #own = new Map<number, Span>()
  readonly #readings: Reading[] = []

  see(exchange: Exchange, facts: Facts): void {
    const { job } = exchange.purpose
    const record = jobRecord(exchange)
    const own = record && isFinal(record.status) ? this.#own.get(job ?? 0) : undefined
    if (own) own.to = Math.min(own.to, exchange.received)
    if (isSubmission(exchange.request, facts.target) && succeeded(exchange))
      this.#own.set(exchange.n, { from: exchange.sent, to: Number.POSITIVE_INFINITY })
    if (exchange.request.path !== below(facts.target, '/capacity') || !succeeded(exchange)) return
    const read = jsonOf(exchange)
    if (read) this.#readings.push({ from: exchange.sent, to: exchange.received, n: exchange.n, value: read.value })
  }

  get hasMadeJobs(): boolean {
    return this.#own.size > 0
  }

  /** While nothing of the run was under way, not even on its way. */
  atRest(): Reading[] {
    return this.#readings.filter(({ from, to }) => !this.#spans.some((own) => own.from < to && own.to > from))
  }

  /** While a job of the run was under way all the time. */
  busy(): Reading[] {
    return this.#readings.filter(({ from, to }) => this.#spans.some((own) => own.from < from && own.to > to))
  }

  get #spans(): Span[] {
    return [...this.#own.values()]
  }
}

/** Signs that jobs of other clients use the capacity. */
export class OtherJobs {
  readonly #readings = new CapacityReadings()
  readonly #left = new Map<string, Exchange>()
  #refusedAtFirst: number | undefined

  see(exchange: Exchange, facts: Facts): void {
    const { by, polled } = exchange.purpose
    if (by === LEFTOVERS && polled !== undefined) this.#seeLeftover(polled, exchange)
    const isRefused = isSubmission(exchange.request, facts.target) && statusOf(exchange) === 429
    if (isRefused && !this.#readings.hasMadeJobs) this.#refusedAtFirst ??= exchange.n
    this.#readings.see(exchange, facts)
  }

  sign(): Sign | undefined {
    const left = [...this.#left.values()]
    if (left.length > 0)
      return {
        words: `${left.length === 1 ? 'a job of an earlier run' : `${left.length} jobs of an earlier run`} may be unfinished`,
        evidence: left.map(({ n }) => n),
      }
    if (this.#refusedAtFirst !== undefined)
      return { words: 'the very first submission was refused', evidence: [this.#refusedAtFirst] }
    return this.#comingAndGoing()
  }

  /** A value that changes and returns while the run is idle is changed by other clients. */
  #comingAndGoing(): Sign | undefined {
    const atRest = this.#readings.atRest()
    const shown = (reading: Reading, place: string) => JSON.stringify(valueAtPlace(reading.value, place))
    for (const [index, now] of atRest.entries()) {
      const last = atRest[index - 1]
      if (!last) continue
      for (const place of changedPlaces(last.value, now.value)) {
        const earlier = atRest.slice(0, index).find((each) => shown(each, place) === shown(now, place))
        if (earlier)
          return {
            words: `GET /capacity changed at ${place} and back while the run had no unfinished job`,
            evidence: [earlier.n, last.n, now.n],
          }
      }
    }
    return undefined
  }

  #seeLeftover(id: string, exchange: Exchange): void {
    if (showsTheEnd(exchange) || statusOf(exchange) === 404) this.#left.delete(id)
    else this.#left.set(id, exchange)
  }
}
