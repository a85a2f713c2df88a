import type { Exchange } from '../../runner/history/exchange.ts'
import { jsonOf, showsTheEnd, statusOf, succeeded } from '../../runner/history/reading.ts'
import { LEFTOVERS } from '../../runner/jobs/leftovers.ts'
import type { Facts } from '../../runner/judging/check.ts'
import { changedPlaces, valueAtPlace } from '../../runner/judging/values.ts'
import { below } from '../../runner/settings/target.ts'
import { isSubmission } from '../../runner/wire/requests.ts'
import { isFinal, jobRecord } from '../lifecycle/polls.ts'

export type Sign = { words: string; evidence: number[] }

/** By the clock of events. */
type Span = { from: number; to: number }
type Reading = Span & { n: number; value: unknown }

/** What of a run shows that jobs may lie on the server that this run did not make, and take up its room. */
export class OtherJobs {
  readonly #own = new Map<number, Span>()
  readonly #left = new Map<string, Exchange>()
  readonly #readings: Reading[] = []
  #refusedAtFirst: number | undefined

  see(exchange: Exchange, facts: Facts): void {
    const { by, job, polled } = exchange.purpose
    const record = jobRecord(exchange)
    const own = record && isFinal(record.status) ? this.#own.get(job ?? 0) : undefined
    if (own) own.to = Math.min(own.to, exchange.received)
    if (by === LEFTOVERS && polled !== undefined) this.#seeLeftover(polled, exchange)
    if (isSubmission(exchange.request, facts.target)) this.#seeSubmission(exchange)
    if (exchange.request.path !== below(facts.target, '/capacity') || !succeeded(exchange)) return
    const read = jsonOf(exchange)
    if (read) this.#readings.push({ from: exchange.sent, to: exchange.received, n: exchange.n, value: read.value })
  }

  sign(): Sign | undefined {
    const left = [...this.#left.values()]
    if (left.length > 0)
      return {
        words: `${left.length === 1 ? 'a job that an earlier run left is' : `${left.length} jobs that an earlier run left are`} not known to have ended`,
        evidence: left.map(({ n }) => n),
      }
    if (this.#refusedAtFirst !== undefined)
      return { words: 'the first submission was refused already', evidence: [this.#refusedAtFirst] }
    return this.#comingAndGoing()
  }

  /** What moves and comes back while the run has nothing under way is somebody else's doing. */
  #comingAndGoing(): Sign | undefined {
    const spans = [...this.#own.values()]
    const atRest = this.#readings.filter(({ from, to }) => !spans.some((own) => own.from < to && own.to > from))
    const shown = (reading: Reading, place: string) => JSON.stringify(valueAtPlace(reading.value, place))
    for (const [index, now] of atRest.entries()) {
      const last = atRest[index - 1]
      if (!last) continue
      for (const place of changedPlaces(last.value, now.value)) {
        const earlier = atRest.slice(0, index).find((each) => shown(each, place) === shown(now, place))
        if (earlier)
          return {
            words: `GET /capacity moved at ${place} and back while no job of the run was under way`,
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

  #seeSubmission({ n, sent, answer }: Exchange): void {
    const status = answer?.status ?? 0
    if (status >= 200 && status < 300) this.#own.set(n, { from: sent, to: Number.POSITIVE_INFINITY })
    else if (this.#own.size === 0 && status === 429) this.#refusedAtFirst ??= n
  }
}
