import { ERROR_CODES } from '../../spec/words.ts'
import type { Target } from '../config/target.ts'
import type { HistoryEntry } from '../history/entry/entries.ts'
import type { Exchange, RequestTemplate } from '../history/entry/exchange.ts'
import { statusOf, succeeded } from '../history/reading/reading.ts'
import { keyOf } from '../history/reading/who-asks.ts'
import type { Recording } from '../history/recording.ts'
import { endpointOf } from '../http/requests.ts'
import type { Keyring } from '../keys/keyring.ts'
import { type KeyName, recipesIn } from '../keys/recipes.ts'

/** 3 at 2 endpoints are enough to count a key as revoked. */
const MOST_REFUSALS = 50

/** So many refusals in a row, at several endpoints, and nothing accepted ever after. */
const LEAST_REFUSALS = 3
const LEAST_ENDPOINTS = 2

/**
 * Keys that are refused from some moment on, or were all the while, whatever they ask: mistyped, revoked, expired, or put
 * out of order by somebody while the run lasted. That is between the user and the server; no clause is broken by it.
 */
export class LostKeys {
  /** When each was last accepted, by the order of the run. */
  readonly #accepted = new Map<KeyName, number>()
  /** What each was refused since. */
  readonly #refused = new Map<KeyName, RequestTemplate[]>()

  see(exchange: Exchange): void {
    const key = keyOf(exchange.request)
    if (key === undefined) return
    if (succeeded(exchange)) {
      this.#accepted.set(key, exchange.sent)
      this.#refused.delete(key)
    } else if (isRefused(exchange)) {
      const refused = this.#refused.get(key) ?? []
      if (refused.length < MOST_REFUSALS) this.#refused.set(key, [...refused, exchange.request])
    }
  }

  /** After which moment of the run each of them was refused. */
  all({ keyring, target }: { keyring: Keyring; target: Target }): ReadonlyMap<KeyName, number> {
    const endpoints = (refused: RequestTemplate[]) => new Set(refused.map((request) => endpointOf(request, target)))
    // A key of which nothing is known was good only if it was seen to be.
    const wasGood = (key: KeyName) => keyring.isGood(key) ?? this.#accepted.has(key)
    const lost = [...this.#refused].filter(
      ([key, refused]) =>
        wasGood(key) && refused.length >= LEAST_REFUSALS && endpoints(refused).size >= LEAST_ENDPOINTS,
    )
    return new Map(lost.map(([key]) => [key, this.#accepted.get(key) ?? Number.NEGATIVE_INFINITY]))
  }
}

const isRefused = (exchange: Exchange) => statusOf(exchange) === ERROR_CODES.unauthorized

/** The same recording, in which what a lost key was refused, or anything made of it, was never answered. */
export function withoutLost(recording: Recording, lost: ReadonlyMap<KeyName, number>): Recording {
  if (lost.size === 0) return recording
  const shown = (exchange: Exchange) =>
    isRefused(exchange) && bearsOne(exchange, lost) ? unanswered(exchange) : exchange
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

function bearsOne({ request, received }: Exchange, lost: ReadonlyMap<KeyName, number>): boolean {
  const { path, headers, body = '' } = request
  const names = [path, ...headers.flat(), body].flatMap((text) => recipesIn(text).map(({ name }) => name))
  return names.some((name) => received > (lost.get(name) ?? Number.POSITIVE_INFINITY))
}

function unanswered({ answer: _, ...exchange }: Exchange): Exchange {
  return { ...exchange, failure: { kind: 'interrupted', message: 'the key was accepted before and is now refused' } }
}
