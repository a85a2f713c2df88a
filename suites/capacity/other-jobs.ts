import { below } from '../../engine/config/target.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { LEFTOVERS } from '../../engine/history/entry/senders.ts'
import { jsonOf, showsTheEnd, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { isSubmission } from '../../engine/http/requests.ts'
import type { Facts } from '../../engine/judge/check.ts'
import { changedPlaces, valueAtPlace } from '../../engine/judge/values.ts'
import { isFinal, jobRecord } from '../lifecycle/polls.ts'

type Span = { from: number; to: number }
type Reading = Span & { n: number; value: unknown }

/** What GET /capacity showed, and whether the run had unfinished jobs. */
export class CapacityReadings {
  readonly #jobs = new Map<number, Span>()
  readonly #readings: Reading[] = []

  see(exchange: Exchange, { target }: Facts): void {
    const { request, purpose, n, sent, received } = exchange
    const record = jobRecord(exchange)
    const job = record && isFinal(record.status) ? this.#jobs.get(purpose.job ?? 0) : undefined
    if (job) job.to = Math.min(job.to, received)
    if (!succeeded(exchange)) return
    if (isSubmission(request, target)) this.#jobs.set(n, { from: sent, to: Number.POSITIVE_INFINITY })
    const read = request.path === below(target, '/capacity') ? jsonOf(exchange) : undefined
    if (read) this.#readings.push({ from: sent, to: received, n, value: read.value })
  }

  get hasSeenJobs(): boolean {
    return this.#jobs.size > 0
  }

  /** Readings while the run had no unfinished job. */
  idle(): Reading[] {
    return this.#readings.filter(({ from, to }) => !this.#spans.some((job) => job.from < to && job.to > from))
  }

  /** Readings while the run had an unfinished job throughout. */
  busy(): Reading[] {
    return this.#readings.filter(({ from, to }) => this.#spans.some((job) => job.from < from && job.to > to))
  }

  get #spans(): Span[] {
    return [...this.#jobs.values()]
  }
}

type Sign = { words: string; evidence: number[] }

/** Signs that jobs of other clients use the capacity. */
export class OtherJobs {
  readonly #readings = new CapacityReadings()
  /** The last poll of each leftover job. */
  readonly #leftovers = new Map<string, Exchange>()
  #refusedAtFirst: number | undefined

  see(exchange: Exchange, facts: Facts): void {
    const { by, polled } = exchange.purpose
    if (by === LEFTOVERS && polled !== undefined) this.#leftovers.set(polled, exchange)
    const isRefused = isSubmission(exchange.request, facts.target) && statusOf(exchange) === 429
    if (isRefused && !this.#readings.hasSeenJobs) this.#refusedAtFirst ??= exchange.n
    this.#readings.see(exchange, facts)
  }

  sign(): Sign | undefined {
    const left = [...this.#leftovers.values()].filter((each) => !showsTheEnd(each) && statusOf(each) !== 404)
    if (left.length > 0) {
      const jobs = left.length === 1 ? 'a job' : `${left.length} jobs`
      return { words: `${jobs} of an earlier run may be unfinished`, evidence: left.map(({ n }) => n) }
    }
    if (this.#refusedAtFirst !== undefined)
      return { words: 'the very first submission was refused', evidence: [this.#refusedAtFirst] }
    return this.#changedAndBack()
  }

  /** A value that changes and returns while the run is idle. */
  #changedAndBack(): Sign | undefined {
    const idle = this.#readings.idle()
    const shown = (reading: Reading, place: string) => JSON.stringify(valueAtPlace(reading.value, place))
    for (const [index, now] of idle.entries()) {
      const last = idle[index - 1]
      for (const place of last ? changedPlaces(last.value, now.value) : []) {
        const earlier = idle.slice(0, index).find((each) => shown(each, place) === shown(now, place))
        if (!earlier) continue
        const words = `GET /capacity changed at ${place} and back while the run had no unfinished job`
        return { words, evidence: [earlier.n, last!.n, now.n] }
      }
    }
    return undefined
  }
}
