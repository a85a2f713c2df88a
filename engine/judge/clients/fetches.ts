import type { Elsewhere, Exchange } from '../../history/entry/exchange.ts'
import { asItWas } from '../../keys/recipes.ts'

/** They differ only in their signature. */
const MOST_URLS_OF_A_PATH = 20
const MOST_PATHS = 20_000

/** A url that a poll showed of a job that had succeeded. */
export type UrlNamed = { n: number; at: number; url: string; client: string | undefined }

/** What is asked for where, as every writer of URLs would have it. */
type Place = { origin: string; path: string; query: string }

function placeOf(url: string): Place | undefined {
  const parts = URL.parse(url)
  if (!parts || !/^https?:$/.test(parts.protocol)) return undefined
  return { origin: parts.origin, path: parts.pathname, query: parts.search }
}

/** The urls of videos that clients were shown. */
export class UrlsNamed {
  readonly #byPath = new Map<string, UrlNamed[]>()
  #hasForgotten = false
  /** Each judge asks for the same. */
  readonly #asked = new WeakMap<Exchange | Elsewhere, string>()

  add(named: UrlNamed): void {
    const path = placeOf(named.url)?.path
    if (path === undefined) return
    const others = this.#byPath.get(path)
    // The same one is shown by each poll of a client that asks on.
    if (others?.some(({ url }) => url === named.url)) return
    if (others && others.push(named) > MOST_URLS_OF_A_PATH) this.#forget(() => others.shift())
    if (others) return
    this.#byPath.set(path, [named])
    const [oldest] = this.#byPath.keys()
    if (this.#byPath.size > MOST_PATHS) this.#forget(() => this.#byPath.delete(oldest!))
  }

  /** Whether some were shown that are not known any more: what is asked for may be one of them. */
  get hasForgotten(): boolean {
    return this.#hasForgotten
  }

  #forget(one: () => void): void {
    one()
    this.#hasForgotten = true
  }

  /** Of all that are still known. */
  all(): UrlNamed[] {
    return [...this.#byPath.values()].flat()
  }

  /** Those that somebody may have meant who asked for this, be it with another query. */
  meantBy(exchange: Exchange | Elsewhere): UrlNamed[] {
    const named = this.#namedAs(exchange)
    if (named.length === 0) return named
    // Whoever stands between a client and its server has another address than it.
    if (exchange.kind === 'exchange') return named
    return named.filter(({ url }) => placeOf(url)?.origin === exchange.origin)
  }

  /** Those that lie elsewhere under the very path and query that were asked for, where none lies here. */
  movedBy(exchange: Exchange | Elsewhere): UrlNamed[] {
    if (exchange.kind === 'exchange' || this.meantBy(exchange).length > 0) return []
    return this.#namedAs(exchange).filter(({ url }) => isAsGiven(url, exchange))
  }

  #namedAs(exchange: Exchange | Elsewhere): UrlNamed[] {
    const { method, path } = exchange.request
    if (this.#byPath.size === 0 || (method !== 'GET' && method !== 'HEAD')) return []
    const asked = this.#asked.get(exchange) ?? placeOf(`http://nowhere${asItWas(path)}`)?.path ?? ''
    this.#asked.set(exchange, asked)
    return this.#byPath.get(asked) ?? []
  }
}

/** The rewriting that the URL standard makes of any address is no change; what stands behind # is never sent. */
export function isAsGiven(url: string, { request: { path } }: Exchange | Elsewhere): boolean {
  const [given, fetched] = [placeOf(url), placeOf(`http://nowhere${asItWas(path)}`)]
  return given !== undefined && given.path === fetched?.path && given.query === fetched.query
}
