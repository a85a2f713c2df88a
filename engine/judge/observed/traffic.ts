import { below, type Target, targetOf, withoutVersion } from '../../config/target.ts'
import type { Late } from '../../history/entry/exchange.ts'
import { endpointOf } from '../../http/requests.ts'
import type { KnownKey } from '../../keys/keyring.ts'
import { isBlackedOut } from '../../keys/secrets/names.ts'
import type { Unattributed } from './attribution.ts'
import { baseUrlIn } from './base-url.ts'
import { withDamagedKeys } from './damaged-keys.ts'
import { type AskedElsewhere, concerning } from './elsewhere.ts'
import type { HarTraffic } from './har/har.ts'
import { headerIn } from './har/values.ts'
import { KeysSeen, UnfitTraffic } from './keys-seen.ts'
import type { Limits } from './limits.ts'
import { Secrets } from './secrets.ts'
import { partsOf, type Seen } from './seen.ts'

/** What was asked of one server, recipes in the place of keys, in the order in which it ended. */
export type Traffic = {
  exchanges: readonly Unattributed[]
  /** What its clients asked of others, as far as the interface has to do with it. */
  elsewhere: AskedElsewhere[]
  /** When whoever recorded it was late itself, in milliseconds since 1970. */
  late: Late[]
  /** It was a run of gatecheck's own, and no client. */
  byRun?: true
  /** What is known of the keys besides what can be seen. */
  known: KnownKey[]
  /** Redacts secrets that are no keys. */
  secrets: Secrets
  /** What is not judged, by what it is. */
  leftOut: Map<string, number>
}

/** The server that most of it is for; undefined where nothing asks for an endpoint of the interface. */
export const targetIn = ({ seen }: HarTraffic): Target | undefined => {
  const baseUrl = baseUrlIn(seen.map(({ url }) => url))
  return baseUrl === undefined ? undefined : targetOf(baseUrl)
}

/** Nothing of what it returns holds a key. */
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
  const own = seen.filter((each) => {
    const why = whyOutside(each, target)
    if (why !== undefined) leftOut.set(why, (leftOut.get(why) ?? 0) + 1)
    return why === undefined
  })
  // Exporters leave keys out of all requests or of none; a file may hold what several of them wrote.
  const showing = new Set(own.flatMap((each) => (authorizationOf(each) === undefined ? [] : [clientOf(each)])))
  const told = own.map((each) => {
    limits?.hold()
    const said = authorizationOf(each)
    const isUnknown = each.headers.length === 0 || !showing.has(clientOf(each))
    const isLeftOut = said === undefined ? isUnknown : isBlackedOut(said)
    return unattributed(keys.disguise(each), isLeftOut)
  })
  const exchanges = withDamagedKeys(told, keys.known)
  const inside = new Set(own)
  const outside = seen.filter((each) => !inside.has(each)).map((each) => keys.disguise(withoutFile(each)))
  const elsewhere = concerning(exchanges, outside)
  return {
    exchanges,
    elsewhere,
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

/** Of what else there is at the same origin, that is asked with a key, at a path that is an endpoint's but for the version. */
function leavesTheVersionOut({ method, headers }: Seen, path: string, target: Target): boolean {
  const front = withoutVersion(target, '/')
  const asked = { method, headers: [], path: below(target, `/${path.slice(front.length)}`) }
  const isAnEndpoint = target.endsWithVersion && path.startsWith(front) && endpointOf(asked, target) !== undefined
  return isAnEndpoint && /^bearer\s/i.test(headerIn(headers, 'authorization') ?? '')
}

/** What is in the files that others serve is nobody's business here. */
const withoutFile = (seen: Seen): Seen =>
  seen.answer ? { ...seen, answer: { ...seen.answer, body: '', truncated: true } } : seen

const clientOf = ({ headers }: Seen) => headerIn(headers, 'user-agent') ?? ''

const authorizationOf = ({ headers }: Seen) => headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]

export function unattributed(seen: Seen, keyLeftOut: boolean): Unattributed {
  const { method, url, headers, body, bytes, answer, failure, at, ms, phases, sent, received, connection, passing } =
    seen
  return {
    at,
    ms,
    ...(phases && { phases }),
    sent,
    received,
    ...(connection !== undefined && { connection }),
    ...(passing && { passing }),
    request: {
      method,
      path: partsOf(url)?.path ?? url,
      headers,
      ...(body !== undefined && { body }),
      ...(bytes && { bytes }),
    },
    ...(answer && { answer }),
    ...(failure && { failure }),
    ...(keyLeftOut && { keyLeftOut }),
  }
}
