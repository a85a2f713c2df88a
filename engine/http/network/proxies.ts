import { Buffer } from 'node:buffer'
import { UsageError } from '../../config/target.ts'
import { askedDirectly } from './no-proxy.ts'

/** What an environment says of proxies, by the names that other programs read as well. */
export type ProxyVariables = Readonly<Record<string, string | undefined>>

export type ProxyThere = {
  /** Where it listens; what it is named by as well, for nothing secret stands in it. */
  origin: string
  /** The variable that names it. */
  variable: string
  /** Of the name and the password in its url. */
  authorization?: string
}

const VARIABLES = {
  'https:': ['https_proxy', 'HTTPS_PROXY'],
  'http:': ['http_proxy', 'HTTP_PROXY'],
} as const

const NOT_THROUGH_THEM = ['no_proxy', 'NO_PROXY'] as const
export const PROXY_VARIABLES: readonly string[] = [...Object.values(VARIABLES).flat(), ...NOT_THROUGH_THEM]

/** The proxies of an environment, and who is asked without one. */
export class Proxies {
  readonly #byProtocol: ReadonlyMap<string, ProxyThere>
  readonly #isDirect: ReturnType<typeof askedDirectly>

  constructor(environment: ProxyVariables) {
    this.#byProtocol = new Map(
      Object.entries(VARIABLES).flatMap(([protocol, names]) => {
        const variable = names.find((name) => environment[name]?.trim())
        return variable === undefined ? [] : [[protocol, proxyIn(variable, environment[variable]!.trim())]]
      }),
    )
    this.#isDirect = askedDirectly(environment.no_proxy ?? environment.NO_PROXY)
  }

  for({ protocol, hostname, port }: URL): ProxyThere | undefined {
    const host = hostname.replace(/^\[|\]$|\.$/g, '')
    const isDirect = this.#isDirect({ host, port: port || (protocol === 'https:' ? '443' : '80') })
    return isDirect ? undefined : this.#byProtocol.get(protocol)
  }
}

/** What is wrong with it is said without it: it may hold a password. */
function proxyIn(variable: string, text: string): ProxyThere {
  const address = /^[a-z][\w+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url?.hostname) throw new UsageError(`${variable} is not a proxy URL. Write it as http://proxy.example.com:3128`)
  if (!/^https?:$/.test(url.protocol))
    throw new UsageError(
      `${variable} names a ${url.protocol}// proxy; only http:// and https:// are supported. Name another proxy, or list the host in NO_PROXY`,
    )
  const { username, password, origin } = url
  const pair = `${unescaped(username)}:${unescaped(password)}`
  return {
    origin,
    variable,
    ...((username || password) && { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
  }
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
