import { ERROR_CODES } from '../../spec/words.ts'
import type { Target } from '../config/target.ts'
import type { HistoryEntry } from '../history/entry/entries.ts'
import type { Exchange, RequestTemplate } from '../history/entry/exchange.ts'
import { statusOf, succeeded } from '../history/reading/reading.ts'
import { keyOf } from '../history/reading/request-key.ts'
import type { Recording } from '../history/recording.ts'
import { endpointOf } from '../http/requests.ts'
import type { Keyring } from '../keys/keyring.ts'
import { type KeyName, recipesIn } from '../keys/placeholders.ts'

/** A key is lost after so many refusals in a row, at so many endpoints, without a later success. */
const LEAST_REFUSALS = 3
const LEAST_ENDPOINTS = 2
const MOST_REFUSALS_KEPT = 50

/** Good keys that are refused from some time on: mistyped, revoked or expired. This violates no clause. */
export class LostKeys {
  /** When each key was last accepted, in the order of the run. */
  readonly #accepted = new Map<KeyName, number>()
  /** The requests refused since then. */
  readonly #refused = new Map<KeyName, RequestTemplate[]>()

  see(exchange: Exchange): void {
    const key = keyOf(exchange.request)
    if (key === undefined) return
    if (succeeded(exchange)) {
      this.#accepted.set(key, exchange.sent)
      this.#refused.delete(key)
    } else if (isRefused(exchange)) {
      const refused = this.#refused.get(key) ?? []
      if (refused.length < MOST_REFUSALS_KEPT) refused.push(exchange.request)
      this.#refused.set(key, refused)
    }
  }

  /** When each lost key was last accepted. */
  all({ keyring, target }: { keyring: Keyring; target: Target }): ReadonlyMap<KeyName, number> {
    const lost = [...this.#refused].filter(([key, refused]) => {
      const wasGood = keyring.isGood(key) ?? this.#accepted.has(key)
      const endpoints = new Set(refused.map((request) => endpointOf(request, target)))
      return wasGood && refused.length >= LEAST_REFUSALS && endpoints.size >= LEAST_ENDPOINTS
    })
    return new Map(lost.map(([key]) => [key, this.#accepted.get(key) ?? Number.NEGATIVE_INFINITY]))
  }
}

const isRefused = (exchange: Exchange) => statusOf(exchange) === ERROR_CODES.unauthorized

/** The recording, in which each refusal of a lost key counts as a missing response. */
export function withoutLostKeys(recording: Recording, lost: ReadonlyMap<KeyName, number>): Recording {
  if (lost.size === 0) return recording
  const shown = (exchange: Exchange) =>
    isRefused(exchange) && holdsOne(exchange, lost) ? unanswered(exchange) : exchange
  return {
    *[Symbol.iterator](): Generator<HistoryEntry> {
      for (const entry of recording) yield entry.kind === 'exchange' ? shown(entry) : entry
    },
    exchange(n) {
      const exchange = recording.exchange(n)
      return exchange && shown(exchange)
    },
    exchangesBy: (name) => recording.exchangesBy(name).map(shown),
  }
}

function holdsOne({ request, received }: Exchange, lost: ReadonlyMap<KeyName, number>): boolean {
  const { path, headers, body = '' } = request
  const names = [path, ...headers.flat(), body].flatMap((text) => recipesIn(text).map(({ name }) => name))
  return names.some((name) => received > (lost.get(name) ?? Number.POSITIVE_INFINITY))
}

function unanswered({ answer: _, ...exchange }: Exchange): Exchange {
  return { ...exchange, failure: { kind: 'interrupted', message: 'the key was accepted before and is now refused' } }
}
