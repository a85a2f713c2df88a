import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { isIP, type LookupFunction, connect as plainConnect, type Socket } from 'node:net'
import { type TLSSocket, connect as tlsConnect } from 'node:tls'
import { LIMITS } from '../../config/limits.ts'
import type { AnsweredBy } from '../../history/entry/answered-by.ts'
import { type AddressKind, kindOfAddress } from './address-kind.ts'
import { answeredByOf, badCertificate, type Trust, type TrustSettings, trustOf } from './certificates.ts'
import { ExplainedFailure } from './explained-failure.ts'
import { type ProxyServer, type ProxyVariables, proxiesIn, proxyTooSlow, proxyUnreachable, tunnel } from './proxies.ts'

/** Routers drop idle connections. undici uses the same interval. */
const KEEP_ALIVE_MS = 60_000
/** Maximum number of recorded connections that differ in address, certificate or proxy. */
const MOST_WAYS = 20

export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void

type Place = { host: string; port: number; lookup?: LookupFunction }

/** Replaced in tests, which must not send anything to public addresses. */
export type Machine = { resolve: Resolve; connect(place: Place): Socket }

type NetworkSettings = TrustSettings & {
  http1?: boolean
  passphrase?: string | undefined
  environment?: ProxyVariables | undefined
  /** The origin of the server under test: only it sees the client certificate. */
  own?: string
}

/** `lookup` may omit addresses. `limit`: in milliseconds. */
export type Opening = { http2?: boolean; limit: number; lookup?: LookupFunction | undefined }

/** `carrier`: the TCP connection below TLS, which counts all bytes. `way`: for the server under test. */
export type Opened = { socket: Socket; carrier: Socket; http2: boolean; way?: AnsweredBy }

type Keep = <S extends Socket>(socket: S) => S

/** Opens connections: certificates, proxies, and a record of what answered. */
export class Network {
  readonly resolve: Resolve
  readonly #machine: Machine
  readonly #trust: Trust
  readonly #proxyFor: (url: URL) => ProxyServer | undefined
  readonly #own: string | undefined
  readonly #http1: boolean
  readonly #withoutHttp2 = new Set<string>()
  readonly #kinds = new Set<AddressKind>()
  readonly #ways = new Map<string, AnsweredBy>()

  constructor(
    { http1 = false, passphrase, environment = {}, own, ...trust }: NetworkSettings = {},
    machine: Machine = { resolve: lookup, connect: plainConnect },
  ) {
    this.resolve = machine.resolve
    this.#machine = machine
    this.#trust = trustOf(trust, passphrase)
    this.#proxyFor = proxiesIn(environment)
    this.#own = own
    this.#http1 = http1
  }

  proxyTo(origin: string): ProxyServer | undefined {
    return this.#proxyFor(new URL(origin))
  }

  mayOfferHttp2(origin: string): boolean {
    return !this.#http1 && origin.startsWith('https:') && !this.#withoutHttp2.has(origin)
  }

  hasNoHttp2(origin: string): void {
    this.#withoutHttp2.add(origin)
  }

  /** Records a connection that got a response, in this process or before an interruption. */
  hasAnswered(way: AnsweredBy): void {
    // Behind a proxy the address is unknown and counts as public.
    this.#kinds.add(way.address === undefined ? 'public' : kindOfAddress(way.address))
    if (this.#ways.size < MOST_WAYS) this.#ways.set(JSON.stringify(way), way)
  }

  /** Number of `answeredBy()`. */
  get ways(): number {
    return this.#ways.size
  }

  /** Distinct, in the order of their first responses. */
  answeredBy(): AnsweredBy[] {
    return [...this.#ways.values()]
  }

  /** The kinds of address that the server under test answered from; empty for other origins. */
  answeredFrom(origin: string): ReadonlySet<AddressKind> {
    return origin === this.#own ? this.#kinds : new Set()
  }

  async open(origin: string, opening: Opening): Promise<Opened> {
    const url = new URL(origin)
    const proxy = this.#proxyFor(url)
    const ms = Math.min(opening.limit, LIMITS.connectMs)
    try {
      return await withinLimit(ms, (keep) => this.#open(url, proxy, opening, keep))
    } catch (error) {
      throw proxy && (error as NodeJS.ErrnoException).code === 'ETIMEDOUT' ? proxyTooSlow(proxy, url.host, ms) : error
    }
  }

  async #open(url: URL, proxy: ProxyServer | undefined, opening: Opening, keep: Keep): Promise<Opened> {
    const { http2 = false, lookup = lookupBy(this.resolve) } = opening
    const carrier = proxy
      ? await this.#connectThrough(proxy, url, opening, keep)
      : await this.#connect({ ...placeOf(url), lookup }, keep)
    const socket = url.protocol === 'https:' ? await this.#secure(url, carrier, http2, keep) : carrier
    socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS)
    const isHttp2 = (socket as TLSSocket).alpnProtocol === 'h2'
    if (http2 && !isHttp2) this.hasNoHttp2(url.origin)
    const way =
      url.origin === this.#own && answeredByOf(carrier, socket, { proxy: proxy?.origin, given: this.#trust.given })
    return { socket, carrier, http2: isHttp2, ...(way && { way }) }
  }

  /** The proxy resolves the name itself. A name that resolves here to a forbidden address is not sent to it. */
  async #connectThrough(proxy: ProxyServer, url: URL, { lookup }: Opening, keep: Keep): Promise<Socket> {
    const { host, port } = placeOf(url)
    if (lookup && url.origin !== this.#own && isIP(host) === 0) await refuseForbidden(host, lookup)
    const proxyUrl = new URL(proxy.origin)
    const open = async () => {
      const socket = await this.#connect(placeOf(proxyUrl), keep)
      return proxyUrl.protocol === 'https:' ? this.#secure(proxyUrl, socket, false, keep) : socket
    }
    const socket = await open().catch((error) => {
      throw error instanceof ExplainedFailure ? error : proxyUnreachable(proxy, error)
    })
    return tunnel(proxy, `${isIP(host) === 6 ? `[${host}]` : host}:${port}`, socket)
  }

  async #connect(place: Place, keep: Keep): Promise<Socket> {
    const socket = keep(this.#machine.connect(place))
    await happens(socket, 'connect')
    return socket
  }

  async #secure(url: URL, over: Socket, http2: boolean, keep: Keep): Promise<Socket> {
    const { host } = placeOf(url)
    const secureContext = url.origin === this.#own ? this.#trust.own : this.#trust.usual
    const socket = keep(
      tlsConnect({
        socket: over,
        host,
        // SNI does not allow addresses.
        ...(isIP(host) === 0 && { servername: host.replace(/\.$/, '') }),
        ...(secureContext && { secureContext }),
        ALPNProtocols: http2 ? ['h2', 'http/1.1'] : ['http/1.1'],
        // Verified below, where the certificate is still available for the message.
        rejectUnauthorized: false,
      }),
    )
    await happens(socket, 'secureConnect').catch((error) => {
      throw error.code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'
        ? new ExplainedFailure('http2 alone', 'this request requires HTTP/1.1, and the server offers only HTTP/2')
        : error
    })
    if (socket.authorized || this.#trust.acceptsAny) return socket
    throw badCertificate(String(socket.authorizationError ?? 'unknown'), url.host, socket.getPeerCertificate())
  }
}

/** A lookup for net.connect. `pick` omits addresses, or throws. */
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

function refuseForbidden(host: string, lookup: LookupFunction): Promise<void> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error) => {
      if (error?.code === 'FORBIDDEN_ADDRESS') reject(error)
      else resolve()
    })
  })
}

/** Each new socket is passed to `keep`, so that it is closed after a failure. */
async function withinLimit<T>(ms: number, open: (keep: Keep) => Promise<T>): Promise<T> {
  const sockets: Socket[] = []
  let failure: Error | undefined
  // The last one closes those below it.
  const timer = setTimeout(() => {
    failure = Object.assign(new Error(`no connection within ${ms} ms`), { code: 'ETIMEDOUT' })
    sockets.at(-1)?.destroy(failure)
  }, ms)
  try {
    return await open((socket) => {
      // The caller adds its own listener; without any, an error would end the process.
      socket.on('error', () => undefined)
      sockets.push(socket)
      return socket
    })
  } catch (error) {
    sockets.at(-1)?.destroy()
    throw failure ?? error
  } finally {
    clearTimeout(timer)
  }
}

/** Rejects if the socket fails first. */
function happens(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve())
    socket.once('error', reject)
    socket.once('close', () => reject(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' })))
  })
}

function placeOf({ protocol, hostname, port }: URL): { host: string; port: number } {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (protocol === 'https:' ? 443 : 80)) }
}
