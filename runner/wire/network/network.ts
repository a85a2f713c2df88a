import { isIP, type LookupFunction, connect as plainConnect, type Socket } from 'node:net'
import { type ConnectionOptions, connect as tlsConnect } from 'node:tls'
import { BOUNDS } from '../../settings/bounds/bounds.ts'
import { badCertificate } from './bad-certificate.ts'
import { happens, inTime, type Keep } from './in-time.ts'
import { Proxies, type ProxyThere, type ProxyVariables } from './proxies.ts'
import { ToldFailure } from './told-failure.ts'
import { Trust, type TrustSettings } from './trust.ts'
import { proxyOutOfReach, proxyTooSlow, tunnel } from './tunnel.ts'

/** As undici does by itself: what stands in between forgets connections on which nothing moves. */
const KEEP_ALIVE_MS = 60_000

export type Protocol = 'h2' | 'http/1.1'

type NetworkSettings = TrustSettings & {
  http1?: boolean
  passphrase?: string | undefined
  environment?: ProxyVariables | undefined
  /** The origin of the server under test, to which alone a client certificate is shown. */
  own?: string
}

/** `lookup`: of names, where not every address may be reached. `limit`: of any silence, in milliseconds. */
export type Opening = { protocols: readonly Protocol[]; limit: number; lookup?: LookupFunction | undefined }

/** How others are reached from here: what is believed of them and shown to them, and through whom. Every sender opens its connections here. */
export class Network {
  readonly #trust: Trust
  readonly #proxies: Proxies
  readonly #own: string | undefined
  readonly #withoutHttp2 = new Set<string>()
  readonly #http1: boolean

  constructor({ http1 = false, passphrase, environment = {}, own, ...trust }: NetworkSettings = {}) {
    this.#trust = new Trust(trust, passphrase)
    this.#proxies = new Proxies(environment)
    this.#own = own
    this.#http1 = http1
  }

  proxyTo(origin: string): ProxyThere | undefined {
    return this.#proxies.for(new URL(origin))
  }

  /** Unless it has shown that it does not speak HTTP/2, it is asked for it. */
  mayOfferHttp2(origin: string): boolean {
    return !this.#http1 && origin.startsWith('https:') && !this.#withoutHttp2.has(origin)
  }

  hasNoHttp2(origin: string): void {
    this.#withoutHttp2.add(origin)
  }

  /** A connection that stands, TLS included. */
  async open(origin: string, opening: Opening): Promise<Socket> {
    const url = new URL(origin)
    const { protocols, lookup, limit } = opening
    const place = { ...placeOf(url), ...(lookup && { lookup }) }
    const proxy = this.#proxies.for(url)
    const ms = Math.min(limit, BOUNDS.connectMs.most)
    const socket = await inTime(ms, async (keep) => {
      const way = proxy && (await this.#through(proxy, url, opening, keep))
      if (url.protocol === 'https:') return this.#secured(url, way ? { socket: way } : place, protocols, keep)
      return way ?? reached(keep(plainConnect(place)))
    }).catch((error) => {
      throw proxy && error.code === 'ETIMEDOUT' ? proxyTooSlow(proxy, url.host, ms) : error
    })
    return socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS)
  }

  /**
   * A proxy looks names up itself, and may find another address than is found here. What leads too deep from here is not
   * asked for all the same; a name that is known to the proxy alone is left to it.
   */
  async #through(proxy: ProxyThere, url: URL, { lookup }: Opening, keep: Keep): Promise<Socket> {
    const { host, port } = placeOf(url)
    if (lookup && url.origin !== this.#own && isIP(host) === 0) await refuseTooDeep(host, lookup)
    const way = await this.#toProxy(proxy, keep).catch((error) => {
      throw error instanceof ToldFailure ? error : proxyOutOfReach(proxy, error)
    })
    return tunnel(proxy, `${isIP(host) === 6 ? `[${host}]` : host}:${port}`, way)
  }

  async #toProxy({ origin }: ProxyThere, keep: Keep): Promise<Socket> {
    const url = new URL(origin)
    return url.protocol === 'https:'
      ? this.#secured(url, placeOf(url), ['http/1.1'], keep)
      : reached(keep(plainConnect(placeOf(url))))
  }

  async #secured(url: URL, over: ConnectionOptions, protocols: readonly Protocol[], keep: Keep): Promise<Socket> {
    const { host } = placeOf(url)
    const secureContext = url.origin === this.#own ? this.#trust.own : this.#trust.usual
    const socket = keep(
      tlsConnect({
        ...over,
        host,
        // Addresses have no place in SNI.
        ...(isIP(host) === 0 && { servername: host.replace(/\.$/, '') }),
        ...(secureContext && { secureContext }),
        ALPNProtocols: [...protocols],
        // Looked at below, while what it shows is still at hand: nothing is sent before.
        rejectUnauthorized: false,
      }),
    )
    await happens(socket, 'secureConnect').catch((error) => {
      throw withoutHttp1(error) ?? error
    })
    if (socket.authorized || this.#trust.isBlind) return socket
    throw badCertificate(String(socket.authorizationError ?? 'unknown'), url.host, socket.getPeerCertificate())
  }
}

async function reached(socket: Socket): Promise<Socket> {
  await happens(socket, 'connect')
  return socket
}

function withoutHttp1({ code }: NodeJS.ErrnoException): ToldFailure | undefined {
  return code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'
    ? new ToldFailure('http2 alone', 'this goes over HTTP/1.1 alone, and the server offers HTTP/2 alone')
    : undefined
}

function refuseTooDeep(host: string, lookup: LookupFunction): Promise<void> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error) => {
      if (error && (error as NodeJS.ErrnoException).code === 'TOO_DEEP') reject(error)
      else resolve()
    })
  })
}

function placeOf({ protocol, hostname, port }: URL): { host: string; port: number } {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (protocol === 'https:' ? 443 : 80)) }
}
