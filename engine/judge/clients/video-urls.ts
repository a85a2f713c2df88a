import type { Elsewhere, Exchange } from '../../history/entry/exchange.ts'
import { asItWas } from '../../keys/placeholders.ts'

const MOST_PATHS = 20_000
/** Such URLs differ only in their signature. */
const MOST_URLS_OF_A_PATH = 20

/** A url in a poll of a succeeded job. */
export type UrlNamed = { n: number; at: number; url: string; client: string | undefined }

/** The parts of a URL, normalized. */
function partsOf(url: string): { origin: string; path: string; query: string } | undefined {
  const parts = URL.parse(url)
  if (!parts || !/^https?:$/.test(parts.protocol)) return undefined
  return { origin: parts.origin, path: parts.pathname, query: parts.search }
}

const partsAsked = (path: string) => partsOf(`http://nowhere${asItWas(path)}`)

/** The urls of videos in responses to clients. */
export class UrlsNamed {
  readonly #byPath = new Map<string, UrlNamed[]>()
  /** Whether some of them were forgotten. */
  hasForgotten = false
  /** A cache: all judges request the path of the same exchange. */
  readonly #paths = new WeakMap<Exchange | Elsewhere, string>()

  add(named: UrlNamed): void {
    const path = partsOf(named.url)?.path
    if (path === undefined) return
    const others = this.#byPath.get(path)
    if (others?.some(({ url }) => url === named.url)) return
    if (others) {
      if (others.push(named) > MOST_URLS_OF_A_PATH) this.#forget(() => others.shift())
      return
    }
    this.#byPath.set(path, [named])
    const [oldest] = this.#byPath.keys()
    if (this.#byPath.size > MOST_PATHS) this.#forget(() => this.#byPath.delete(oldest!))
  }

  #forget(one: () => void): void {
    one()
    this.hasForgotten = true
  }

  all(): UrlNamed[] {
    return [...this.#byPath.values()].flat()
  }

  /** The urls that a request may be for, whatever its query. */
  meantBy(exchange: Exchange | Elsewhere): UrlNamed[] {
    const named = this.#namedAs(exchange)
    // Behind the proxy, origins differ.
    return exchange.kind === 'exchange' ? named : named.filter(({ url }) => partsOf(url)?.origin === exchange.origin)
  }

  /** The urls at another origin with the path and query of this request, if there is none at its own. */
  movedBy(exchange: Exchange | Elsewhere): UrlNamed[] {
    if (exchange.kind === 'exchange' || this.meantBy(exchange).length > 0) return []
    return this.#namedAs(exchange).filter(({ url }) => isAsGiven(url, exchange))
  }

  #namedAs(exchange: Exchange | Elsewhere): UrlNamed[] {
    const { method, path } = exchange.request
    if (this.#byPath.size === 0 || (method !== 'GET' && method !== 'HEAD')) return []
    const plain = this.#paths.get(exchange) ?? partsAsked(path)?.path ?? ''
    this.#paths.set(exchange, plain)
    return this.#byPath.get(plain) ?? []
  }
}

/** Compares path and query, normalized as every URL parser does. */
export function isAsGiven(url: string, { request }: Exchange | Elsewhere): boolean {
  const [given, fetched] = [partsOf(url), partsAsked(request.path)]
  return given !== undefined && given.path === fetched?.path && given.query === fetched.query
}
