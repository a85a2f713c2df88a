import { BlockList, isIP, type Socket } from 'node:net'
import { LIMITS } from '../../config/limits.ts'
import { UsageError } from '../../config/target.ts'
import { ExplainedFailure } from './explained-failure.ts'
import { undici } from './undici.ts'

export type ProxyVariables = Readonly<Record<string, string | undefined>>

export type ProxyServer = {
  /** Without user name and password. */
  origin: string
  /** The variable that names it. */
  variable: string
  authorization?: string
}

const VARIABLES = {
  'https:': ['https_proxy', 'HTTPS_PROXY'],
  'http:': ['http_proxy', 'HTTP_PROXY'],
} as const

export const PROXY_VARIABLES: readonly string[] = [...Object.values(VARIABLES).flat(), 'no_proxy', 'NO_PROXY']

/** Returns the proxy for a URL. By default this machine is reached without a proxy. */
export function proxiesIn(environment: ProxyVariables): (url: URL) => ProxyServer | undefined {
  const byProtocol = new Map<string, ProxyServer>(
    Object.entries(VARIABLES).flatMap(([protocol, names]) => {
      const variable = names.find((name) => environment[name]?.trim())
      return variable === undefined ? [] : [[protocol, proxyIn(variable, environment[variable]!.trim())]]
    }),
  )
  const noProxy = environment.no_proxy ?? environment.NO_PROXY ?? 'localhost .localhost 127.0.0.0/8 ::1'
  const excluded = noProxy.split(/[\s,]+/).flatMap((each) => (each === '' ? [] : [matcherOf(each.toLowerCase())]))
  return ({ protocol, hostname, port }) => {
    const host = hostname.replace(/^\[|\]$|\.$/g, '')
    const isExcluded = excluded.some((matches) => matches(host, port || (protocol === 'https:' ? '443' : '80')))
    return isExcluded ? undefined : byProtocol.get(protocol)
  }
}

type Matcher = (host: string, port: string) => boolean

/** One entry of NO_PROXY: *, a host with its subdomains, an address or a network; a port may follow. */
function matcherOf(entry: string): Matcher {
  if (entry === '*') return () => true
  const [network = '', bits] = entry.split('/')
  if (bits !== undefined || isIP(network)) return inNetwork(network, bits)
  const [, bracketed, name = '', wanted] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? []
  const isPort: Matcher = (_, port) => wanted === undefined || wanted === port
  if (bracketed !== undefined || isIP(name)) {
    const isAddress = inNetwork(bracketed ?? name)
    return (host, port) => isPort(host, port) && isAddress(host, port)
  }
  const bare = name.replace(/^\*?\./, '').replace(/\.$/, '')
  return (host, port) => isPort(host, port) && bare !== '' && `.${host}`.endsWith(`.${bare}`)
}

function inNetwork(network: string, bits?: string): Matcher {
  const most = isIP(network) === 6 ? 128 : 32
  const length = Number(bits ?? most)
  if (!isIP(network) || !/^\d*$/.test(bits ?? '') || length > most) return () => false
  const list = new BlockList()
  list.addSubnet(network, length, most === 128 ? 'ipv6' : 'ipv4')
  return (host) => isIP(host) !== 0 && list.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
}

/** Error messages do not repeat the URL, because it may contain a password. */
function proxyIn(variable: string, text: string): ProxyServer {
  const address = /^[a-z][\w+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url?.hostname) throw new UsageError(`${variable} is not a proxy URL. Write it as http://proxy.example.com:3128`)
  if (!/^https?:$/.test(url.protocol))
    throw new UsageError(
      `${variable} names a ${url.protocol}// proxy; only http:// and https:// are supported. Name another proxy, or list the host in NO_PROXY`,
    )
  const { username, password, origin } = url
  const hasCredentials = username !== '' || password !== ''
  return { origin, variable, ...(hasCredentials && { authorization: basicAuthorization(username, password) }) }
}

/** From the user name and password of a URL, percent-encoded or not. */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${unescaped(username)}:${unescaped(password)}`).toString('base64')}`
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Opens a tunnel to `place` (host:port) over a connection to the proxy. */
export async function tunnel(proxy: ProxyServer, place: string, socket: Socket): Promise<Socket> {
  const { Client } = undici()
  const client = new Client(proxy.origin, {
    // undici waits forever if this calls back synchronously.
    connect: (_, done) => queueMicrotask(() => done(null, socket)),
    maxHeaderSize: LIMITS.headBytes,
    allowH2: false,
  })
  const { authorization } = proxy
  const headers = { host: place, ...(authorization && { 'proxy-authorization': authorization }) }
  const answer = await client.connect({ path: place, headers }).catch(() => {
    throw tunnelFailure(proxy, `closed the connection to ${place}`)
  })
  if (answer.statusCode < 200 || answer.statusCode > 299) throw refused(proxy, place, answer.statusCode)
  return answer.socket as Socket
}

const tunnelFailure = ({ origin, variable }: ProxyServer, what: string) =>
  new ExplainedFailure('proxy', `the proxy ${origin} (${variable}) ${what}`)

function refused(proxy: ProxyServer, place: string, status: number): ExplainedFailure {
  const { origin, variable, authorization } = proxy
  // Some proxies return 401 for a wrong password.
  if (status === 407 || status === 401)
    return tunnelFailure(
      proxy,
      authorization === undefined
        ? `requires a user name and a password (${status}): set ${variable} to ${origin.replace('://', '://NAME:PASSWORD@')}`
        : `rejected the user name and the password in ${variable} (${status})`,
    )
  const what = status >= 500 ? 'could not connect to' : 'refuses connections to'
  return tunnelFailure(proxy, `${what} ${place}: it returned ${status}. Ask its operator, or list the host in NO_PROXY`)
}

export function proxyUnreachable({ origin, variable }: ProxyServer, error: unknown): ExplainedFailure {
  const { code = 'no connection' } = error as NodeJS.ErrnoException
  return new ExplainedFailure(
    'proxy',
    `the proxy ${origin} cannot be reached (${code}): check ${variable}, or list the host in NO_PROXY`,
  )
}

export const proxyTooSlow = (proxy: ProxyServer, place: string, ms: number) =>
  tunnelFailure(proxy, `did not connect to ${place} within ${ms} ms`)
