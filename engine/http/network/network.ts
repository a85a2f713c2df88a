import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { isIP, type LookupFunction, connect as plainConnect, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { AnsweredBy } from '../../history/entry/answered-by.ts'
import type { AddressKind } from './address-kind.ts'
import { Answered, wayOver } from './answered-by.ts'
import { badCertificate } from './bad-certificate.ts'
import { happens, inTime, type Keep } from './in-time.ts'
import { Proxies, type ProxyThere, type ProxyVariables } from './proxies.ts'
import { ToldFailure } from './told-failure.ts'
import { Trust, type TrustSettings } from './trust.ts'
import { proxyOutOfReach, proxyTooSlow, tunnel } from './tunnel.ts'

/** As undici does by itself: what stands in between forgets connections on which nothing moves. */
const KEEP_ALIVE_MS = 60_000

export type Protocol = 'h2' | 'http/1.1'

export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void

type Place = { host: string; port: number; lookup?: LookupFunction }

/** What the machine does; tests replace it, because they may not send anything to public addresses. */
export type Machine = { resolve: Resolve; connect(place: Place): Socket }

const THIS_MACHINE: Machine = { resolve: lookup, connect: plainConnect }

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
  readonly #machine: Machine
  /** Of connections to the server under test. */
  readonly #ways = new WeakMap<Socket, AnsweredBy>()
  readonly #answered = new Answered()
  /** Below TLS. */
  readonly #carriers = new WeakMap<Socket, Socket>()

  constructor(
    { http1 = false, passphrase, environment = {}, own, ...trust }: NetworkSettings = {},
    machine: Machine = THIS_MACHINE,
  ) {
    this.#machine = machine
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

  get resolve(): Resolve {
    return this.#machine.resolve
  }

  /** The head of an answer has come over this connection. */
  answered(socket: Socket | undefined): void {
    const way = socket && this.#ways.get(socket)
    if (!way) return
    this.#ways.delete(socket)
    this.#answered.note(way)
  }

  /** In this way, before the run broke off. */
  hasAnswered(way: AnsweredBy): void {
    this.#answered.note(way)
  }

  /** All bytes that have come over it, those of TLS included. */
  bytesFrom(socket: Socket): number {
    return (this.#carriers.get(socket) ?? socket).bytesRead
  }

  /** Over which connections the server under test has answered so far. */
  answeredBy(): AnsweredBy[] {
    return this.#answered.ways()
  }

  /** From which kinds of address it has; none for any other server. */
  answeredFrom(origin: string): ReadonlySet<AddressKind> {
    return origin === this.#own ? this.#answered.kinds : new Set()
  }

  /** A connection that stands, TLS included. */
  async open(origin: string, opening: Opening): Promise<Socket> {
    const url = new URL(origin)
    const { protocols, lookup = lookupBy(this.resolve), limit } = opening
    const proxy = this.#proxies.for(url)
    const ms = Math.min(limit, BOUNDS.connectMs.most)
    const socket = await inTime(ms, async (keep) => {
      const way = proxy
        ? await this.#through(proxy, url, opening, keep)
        : await this.#reached({ ...placeOf(url), lookup }, keep)
      const opened = url.protocol === 'https:' ? await this.#secured(url, way, protocols, keep) : way
      this.#carriers.set(opened, way)
      if (origin === this.#own)
        this.#ways.set(opened, wayOver(way, opened, { proxy: proxy?.origin, given: this.#trust.given }))
      return opened
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
    const way = await this.#reached(placeOf(url), keep)
    return url.protocol === 'https:' ? this.#secured(url, way, ['http/1.1'], keep) : way
  }

  async #reached(place: Place, keep: Keep): Promise<Socket> {
    const socket = keep(this.#machine.connect(place))
    await happens(socket, 'connect')
    return socket
  }

  async #secured(url: URL, over: Socket, protocols: readonly Protocol[], keep: Keep): Promise<Socket> {
    const { host } = placeOf(url)
    const secureContext = url.origin === this.#own ? this.#trust.own : this.#trust.usual
    const socket = keep(
      tlsConnect({
        socket: over,
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

/** A lookup for net.connect, which wants one address or all of them. `pick` leaves addresses out, or throws. */
export function lookupBy(
  resolve: Resolve,
  pick: (found: LookupAddress[], host: string) => LookupAddress[] = (found) => found,
): LookupFunction {
  return (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      let picked: LookupAddress[]
      try {
        picked = pick(found, host)
      } catch (refusal) {
        return done(refusal as Error, [])
      }
      if (options.all) done(null, picked)
      else done(null, picked[0]!.address, picked[0]!.family)
    })
}

function withoutHttp1({ code }: NodeJS.ErrnoException): ToldFailure | undefined {
  return code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'
    ? new ToldFailure('http2 alone', 'this request requires HTTP/1.1, and the server offers only HTTP/2')
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
