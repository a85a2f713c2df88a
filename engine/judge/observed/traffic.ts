import { ENDPOINTS } from '../../../spec/endpoints.ts'
import { VERSION_SEGMENT } from '../../../spec/words.ts'
import { below, type Target, targetOf, withoutVersion } from '../../config/target.ts'
import type { Elsewhere, Late } from '../../history/entry/exchange.ts'
import { recordOf, succeeded } from '../../history/reading/reading.ts'
import { endpointOf } from '../../http/requests.ts'
import type { KnownKey } from '../../keys/keyring.ts'
import { hasRecipes } from '../../keys/placeholders.ts'
import { isBlackedOut } from '../../keys/secrets/names.ts'
import type { Unattributed } from './attribution.ts'
import { withDamagedKeys } from './damaged-keys.ts'
import type { HarTraffic } from './har.ts'
import { headerIn } from './json-values.ts'
import type { Limits } from './limits.ts'
import { KeysSeen, UnfitTraffic } from './observed-keys.ts'
import { Secrets } from './secrets.ts'
import { partsOf, type Seen } from './seen.ts'

type AskedElsewhere = Omit<Elsewhere, 'kind' | 'n'>

/** The requests to one server, keys redacted, in the order in which they ended. */
export type Traffic = {
  exchanges: readonly Unattributed[]
  /** Requests to other origins that carry a key or fetch a video. */
  elsewhere: AskedElsewhere[]
  /** Delays of the recorder, in milliseconds since 1970. */
  late: Late[]
  /** Recorded by a run of gatecheck. */
  byRun?: true
  /** Facts about the keys besides the traffic. */
  known: KnownKey[]
  secrets: Secrets
  /** Number of ignored entries, by reason. */
  leftOut: Map<string, number>
}

/** The server with most requests; undefined if no request is for an endpoint of the interface. */
export const targetIn = ({ seen }: HarTraffic): Target | undefined => {
  const baseUrl = baseUrlIn(seen.map(({ url }) => url))
  return baseUrl === undefined ? undefined : targetOf(baseUrl)
}

const PATHS = ENDPOINTS.map(({ path }) => path.replace('{id}', '[^/]+')).join('|')
const BELOW_THE_VERSION = new RegExp(`^(.*?/${VERSION_SEGMENT})(?:${PATHS})(?:\\?|$)`)
const TWICE = `/${VERSION_SEGMENT}/${VERSION_SEGMENT}`

/** The base URL, including the version, of most requests to an endpoint. */
export function baseUrlIn(urls: Iterable<string>): string | undefined {
  const counts = new Map<string, number>()
  for (const url of urls) {
    const parts = partsOf(url)
    const prefix = parts && BELOW_THE_VERSION.exec(parts.path)?.[1]
    if (!prefix || prefix.endsWith(TWICE)) continue
    const base = parts.origin + prefix
    counts.set(base, (counts.get(base) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}

/** Selects the traffic of one server, keys redacted. */
export function trafficTo(target: Target, { seen, leftOut: before, ofOurOwn }: HarTraffic, limits?: Limits): Traffic {
  const leftOut = new Map(before)
  const keys = new KeysSeen({ keepsRecipes: ofOurOwn !== undefined })
  const secrets = new Secrets()
  for (const each of seen) {
    limits?.hold()
    keys.note(each)
    secrets.note([...each.headers, ...(each.answer?.headers ?? [])])
  }
  if (keys.isIn(target.baseUrl)) throw new UnfitTraffic('the URL of its server contains a key')
  const [own, outside]: [Seen[], Seen[]] = [[], []]
  for (const each of seen) {
    const why = whyOutside(each, target)
    if (why === undefined) own.push(each)
    else {
      outside.push(withoutFile(each))
      leftOut.set(why, (leftOut.get(why) ?? 0) + 1)
    }
  }
  // An exporter omits all keys or none; one file may come from several exporters.
  const withKeys = new Set(own.flatMap((each) => (authorizationOf(each) === undefined ? [] : [userAgentOf(each)])))
  const exchanges = own.map((each) => {
    limits?.hold()
    const said = authorizationOf(each)
    const isUnknown = each.headers.length === 0 || !withKeys.has(userAgentOf(each))
    return unattributed(keys.disguise(each), said === undefined ? isUnknown : isBlackedOut(said))
  })
  const repaired = withDamagedKeys(exchanges, keys.known)
  return {
    exchanges: repaired,
    elsewhere: concerning(
      repaired,
      outside.map((each) => keys.disguise(each)),
    ),
    late: ofOurOwn?.late ?? [],
    ...(ofOurOwn?.byRun && { byRun: true }),
    known: ofOurOwn?.known ?? [],
    secrets,
    leftOut,
  }
}

function whyOutside(seen: Seen, target: Target): string | undefined {
  const parts = partsOf(seen.url)
  if (parts?.origin !== target.origin) return 'to another origin'
  const isInside = parts.path.startsWith(`${target.basePath}/`) || leavesTheVersionOut(seen, parts.path, target)
  return isInside ? undefined : 'outside the base URL'
}

/** A request with a key to an endpoint, but without the version. */
function leavesTheVersionOut({ method, headers }: Seen, path: string, target: Target): boolean {
  const front = withoutVersion(target, '/')
  const asked = { method, headers: [], path: below(target, `/${path.slice(front.length)}`) }
  const isAnEndpoint = target.endsWithVersion && path.startsWith(front) && endpointOf(asked, target) !== undefined
  return isAnEndpoint && /^bearer\s/i.test(headerIn(headers, 'authorization') ?? '')
}

/** Does not keep files of other servers. */
const withoutFile = (seen: Seen): Seen =>
  seen.answer ? { ...seen, answer: { ...seen.answer, body: '', truncated: true } } : seen

const userAgentOf = ({ headers }: Seen) => headerIn(headers, 'user-agent') ?? ''

const authorizationOf = ({ headers }: Seen) => headerIn(headers, 'authorization')

export function unattributed(seen: Seen, keyLeftOut: boolean): Unattributed {
  const { method, url, headers, body, bytes } = seen
  const path = partsOf(url)?.path ?? url
  return {
    ...common(seen),
    request: { method, path, headers, ...(body !== undefined && { body }), ...(bytes && { bytes }) },
    ...came(seen),
    ...(keyLeftOut && { keyLeftOut }),
  }
}

const common = ({ at, ms, phases, sent, received, connection, passing }: Seen) => ({
  at,
  ms,
  ...(phases && { phases }),
  sent,
  received,
  ...(connection !== undefined && { connection }),
  ...(passing && { passing }),
})

const came = ({ answer, failure }: Seen) => ({ ...(answer && { answer }), ...(failure && { failure }) })

/** Requests to other origins that carry a key, or whose URL is in a response. */
function concerning(exchanges: readonly Unattributed[], outside: readonly Seen[]): AskedElsewhere[] {
  const named = new Set(exchanges.flatMap(videoUrlIn))
  return outside.flatMap((seen) => {
    const parts = partsOf(seen.url)
    const { method, url, headers, body = '' } = seen
    const hasKey = [url, body, ...headers.flat()].some(hasRecipes)
    if (!parts || !(hasKey || named.has(withoutQuery(url)))) return []
    const { origin, path } = parts
    const { phases: _, ...times } = common(seen)
    return [{ ...times, origin, request: { method, path, headers, ...(hasRecipes(body) && { body }) }, ...came(seen) }]
  })
}

/** The url in the record of a job. */
function videoUrlIn(exchange: Unattributed): string[] {
  if (exchange.request.method !== 'GET' || !exchange.answer?.body.includes('"url"')) return []
  const read = { ...exchange, kind: 'exchange', n: 0, purpose: { by: '', part: 'observation' } } as const
  const { url } = (succeeded(read) && recordOf(read)) || {}
  return typeof url === 'string' ? [withoutQuery(url)] : []
}

const withoutQuery = (url: string): string => {
  const { origin = '', pathname = '' } = URL.parse(url) ?? {}
  return origin + pathname
}
