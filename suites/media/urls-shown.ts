import { LIMITS } from '../../engine/config/limits.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { urlIn } from '../../engine/history/reading/reading.ts'

/** A server may sign them anew on each read. */
const OF_EACH_JOB = 4

/** A url that two jobs have shown, with the read of each that showed it. */
export type Shared = { url: string; one: Exchange; other: Exchange }

/** What the records of jobs that have succeeded show as their urls, a few of each. */
export class UrlsShown {
  readonly #firstToShow = new Map<string, Exchange>()
  readonly #seenOf = new Map<string, Set<string>>()
  readonly shared: Shared[] = []

  see(exchange: Exchange): void {
    const { polled, job } = exchange.purpose
    const url = urlIn(exchange)
    // What is shown for an id that is no job's, other clauses speak of.
    if (polled === undefined || job === undefined || url === undefined) return
    const seen = this.#seenOf.get(polled) ?? new Set()
    this.#seenOf.set(polled, seen)
    if (url === '' || url.length > LIMITS.urlCharacters || seen.has(url) || seen.size >= OF_EACH_JOB) return
    seen.add(url)
    const first = this.#firstToShow.get(url)
    if (!first) this.#firstToShow.set(url, exchange)
    else this.shared.push({ url, one: first, other: exchange })
  }
}
