import { BlockList, isIP } from 'node:net'
import { UsageError } from '../../config/target.ts'

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

/** Returns the proxy for a URL. A proxy runs on another machine, so by default this one is reached without it. */
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

/** Error messages repeat nothing of the URL, because it may hold a password. */
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
