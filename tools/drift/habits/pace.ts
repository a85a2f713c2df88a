import type { Target } from '../../../engine/config/target.ts'
import type { Exchange } from '../../../engine/history/entry/exchange.ts'
import { endpointOf } from '../../../engine/http/requests.ts'
import type { EndpointName } from '../../../spec/endpoints.ts'
import type { Noticed } from './habit.ts'
import { roughly } from './orders-of-magnitude.ts'

/** Fewer say nothing about a server that is sometimes slow. */
const LEAST_ANSWERS = 3

/** Response times of valid requests by endpoint. */
export class PaceOfAnswers {
  readonly #target: Target
  readonly #times = new Map<EndpointName, { ms: number; n: number }[]>()

  constructor(target: Target) {
    this.#target = target
  }

  see({ answer, request, ms, n, phases }: Exchange): void {
    const endpoint = endpointOf(request, this.#target)
    if (!endpoint || !answer || answer.status >= 400) return
    const times = this.#times.get(endpoint) ?? []
    this.#times.set(endpoint, times)
    times.push({ ms: phases?.wait ?? ms, n })
  }

  conclude(into: Noticed): void {
    for (const [endpoint, times] of this.#times) {
      if (times.length < LEAST_ANSWERS) continue
      const evidence = times.slice(0, 3).map(({ n }) => n)
      // The minimum: load only adds time, and some servers are slow only for some responses.
      const fastest = times.reduce((least, { ms }) => Math.min(least, ms), Number.POSITIVE_INFINITY)
      into.see({ endpoint }, 'speed', String(roughly(Math.max(fastest, 1))), evidence)
    }
  }
}
