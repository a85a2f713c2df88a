import type { Header } from '../../engine/history/entry/exchange.ts'
import { isRecord, parseJson } from '../../engine/history/reading/reading.ts'
import { type ClientCheck, clientCheck, type Known } from '../../engine/judge/clients/check.ts'
import type { ClientFact } from '../../engine/judge/clients/facts.ts'
import { decoded, isAtTheInterface, isSubmission, isTakenOn, type Passage } from '../../engine/judge/clients/passage.ts'
import { hasRecipes, isOfWholeKey, isWord, recipesIn } from '../../engine/keys/placeholders.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { ClientClauseId } from '../../spec/clients/clauses.ts'
import { ENDPOINTS } from '../../spec/endpoints.ts'
import { judgeBodyText, type Opinion } from '../../spec/oracle.ts'
import { VERSION_SEGMENT } from '../../spec/words.ts'
import { ClientTally, requestRule } from './traffic.ts'

const SENT_NOTHING = 'it sent no request'

const AUTHORIZATION = 'authorization'
const BEARER_AND = /^bearer\s+(.*)$/i

type SaidWrongly = Extract<ClientFact, { kind: 'authorization' }>['is']

export const authorizationsIn = (headers: readonly Header[]): string[] =>
  headers.flatMap(([name, value]) => (name.toLowerCase() === AUTHORIZATION ? [value] : []))

/** The letter case of Bearer and the number of spaces after it are the client's choice. */
export function wrongWith({ exchange }: Passage, { options }: Known): SaidWrongly | undefined {
  const said = authorizationsIn(exchange.request.headers)
  if (said.length !== 1) return said.length === 0 ? 'missing' : 'several'
  const secret = BEARER_AND.exec(said[0]!.trim())?.[1]
  if (secret === undefined) return 'another scheme'
  const [key, ...others] = recipesIn(secret)
  if (key === undefined || others.length > 0 || key.text !== secret || key.change !== '') return 'no key'
  return options.keys && !options.keys.includes(key.name) ? 'a key that it was not given' : undefined
}

/** Browsers send preflights themselves. A request for a video needs no key on any host. */
const needsAKey = (passage: Passage, { urls }: Known): boolean =>
  isAtTheInterface(passage) &&
  passage.exchange.request.method !== 'OPTIONS' &&
  urls.meantBy(passage.exchange).length === 0 &&
  !(urls.hasForgotten && passage.asked.endpoint === undefined)

export const sendsItsKey: ClientCheck = clientCheck({
  clause: 'client.sends-its-key',
  begin: () => ({ tally: new ClientTally(), leftOut: 0 }),
  see(notes, passage, known) {
    if (!needsAKey(passage, known)) return
    if (passage.exchange.kind === 'exchange' && passage.exchange.purpose.keyLeftOut) {
      notes.leftOut++
      return
    }
    notes.tally.tries(passage)
    const is = wrongWith(passage, known)
    // A server may accept keys of a form that the recorder does not know.
    if (is === undefined || (is === 'no key' && isTakenOn(passage))) return
    notes.tally.breaks({ fact: { kind: 'authorization', is }, client: passage.client, evidence: [passage.n] })
  },
  conclude: ({ tally, leftOut }) =>
    leftOut > 0 && tally.found.length === 0
      ? new ClientTally().verdict('the recorder dropped the keys', { kind: 'key left out' })
      : tally.verdict(SENT_NOTHING),
})

type Place = Pick<Extract<ClientFact, { kind: 'key out of place' }>, 'where' | 'header'>

/** The whole key in any form; a few characters do not matter. */
export const holdsAKey = (text: string): boolean =>
  recipesIn(text).some((recipe) => !isWord(recipe.name) && isOfWholeKey(recipe))

function* placesOf({ exchange: { request } }: Passage): Generator<Place> {
  const [path, ...query] = request.path.split('?')
  if (holdsAKey(path!)) yield { where: 'path' }
  if (holdsAKey(query.join('?'))) yield { where: 'query' }
  if (holdsAKey(request.body ?? '')) yield { where: 'body' }
  for (const [name, value] of request.headers) {
    const lower = name.toLowerCase()
    if (lower === AUTHORIZATION || !holdsAKey(name + value)) continue
    yield lower === 'cookie' ? { where: 'cookie' } : { where: 'header', header: name }
  }
}

export const keepsItInTheHeader = requestRule({
  clause: 'client.keeps-its-key-in-the-header',
  nothing: SENT_NOTHING,
  inspect(passage, { urls }) {
    // The client may follow a url from the server unchanged.
    if (passage.exchange.kind !== 'exchange' || urls.meantBy(passage.exchange).length > 0) return undefined
    return [...placesOf(passage)].map((place) => ({ fact: { kind: 'key out of place', ...place } }))
  },
})

export const keepsItFromOtherOrigins = requestRule({
  clause: 'client.keeps-its-key-from-other-origins',
  nothing: 'no request to another origin was recorded',
  cause: { kind: 'out of sight' },
  inspect({ exchange }, { target, urls }) {
    if (exchange.kind !== 'elsewhere' || exchange.origin === target.origin) return undefined
    const { path, headers, body = '' } = exchange.request
    const isBesideThePath = [body, ...headers.flat()].some(holdsAKey)
    const [named] = urls.meantBy(exchange)
    // The server may have put the key into its own url.
    const isInPath = holdsAKey(path) && !(named && holdsAKey(named.url))
    if (!isBesideThePath && !isInPath) return []
    return [{ fact: { kind: 'key at another origin', origin: exchange.origin }, ...(named && { beside: named.n }) }]
  },
})

function signOfAPage({ exchange: { request } }: Passage): Extract<ClientFact, { kind: 'sent by a page' }> | undefined {
  const header = (wanted: string) => request.headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
  const asks = header('access-control-request-method')
  if (request.method === 'OPTIONS' && asks !== undefined)
    return { kind: 'sent by a page', sign: 'preflight', value: asks }
  const origin = header('origin')
  if (origin !== undefined) return { kind: 'sent by a page', sign: 'Origin', value: origin }
  // Node's fetch sends Sec-Fetch-Mode only.
  const site = header('sec-fetch-site')
  if (site === undefined || site.toLowerCase() === 'none') return undefined
  return { kind: 'sent by a page', sign: 'Sec-Fetch-Site', value: site }
}

export const runsOnAServer = requestRule({
  clause: 'client.runs-on-a-server',
  nothing: SENT_NOTHING,
  inspect(passage, { urls }) {
    // Video downloads are not judged here.
    if (passage.exchange.kind !== 'exchange' || urls.meantBy(passage.exchange).length > 0) return undefined
    const fact = signOfAPage(passage)
    return fact ? [{ fact }] : []
  },
})

const plain = (path: string) => path.split('?')[0]!
const AGAIN = `/${VERSION_SEGMENT}`
/** The paths of the endpoints, from the version on. */
const OF_AN_ENDPOINT = new RegExp(`^(?:${ENDPOINTS.map(({ path }) => path.replace('{id}', '[^/]+')).join('|')})/?$`)

/** Outside the base URL, only requests with a key or for a known job were meant for the interface. */
function isMeantForTheInterface({ exchange: { request } }: Passage, below: string, { ids }: Known): boolean {
  if (!OF_AN_ENDPOINT.test(below)) return false
  const carriesAKey = request.headers.some(
    ([name, value]) => name.toLowerCase() === 'authorization' && recipesIn(value).length > 0,
  )
  const id = /^\/videos\/([^/]+)$/.exec(below)?.[1]
  return carriesAKey || (id !== undefined && ids.has(decoded(id) ?? id))
}

function isVersionLeftOut(passage: Passage, known: Known): boolean {
  const { exchange } = passage
  const { basePath, endsWithVersion, origin } = known.target
  if (!endsWithVersion || exchange.kind !== 'elsewhere' || exchange.origin !== origin) return false
  if (known.urls.meantBy(exchange).length > 0) return false
  const before = basePath.slice(0, -AGAIN.length)
  const path = plain(exchange.request.path)
  return path.startsWith(`${before}/`) && isMeantForTheInterface(passage, path.slice(before.length), known)
}

export const namesTheVersionOnce = requestRule({
  clause: 'client.names-the-version-once',
  nothing: SENT_NOTHING,
  inspect(passage, known) {
    const { exchange } = passage
    const isLeftOut = isVersionLeftOut(passage, known)
    if (!isLeftOut && (!isAtTheInterface(passage) || known.urls.meantBy(exchange).length > 0)) return undefined
    const isDoubled = passage.asked !== undefined && isDoubledIn(passage.asked.path, known)
    if (!isLeftOut && !isDoubled) return []
    return [{ fact: { kind: 'version', is: isLeftOut ? 'left out' : 'doubled', path: exchange.request.path } }]
  },
})

const isDoubledIn = (path: string, { target }: Known): boolean =>
  target.endsWithVersion && (path === AGAIN || path.startsWith(`${AGAIN}/`))

const SECOND_VIDEOS = /^\/videos\/videos(?:\/|$)/

export const appendsPaths = requestRule({
  clause: 'client.appends-paths-to-the-base-url',
  nothing: SENT_NOTHING,
  inspect(passage, known) {
    if (!isAtTheInterface(passage) || known.urls.meantBy(passage.exchange).length > 0) return undefined
    const is = wrongIn(passage.asked.path, known)
    return is === undefined ? [] : [{ fact: { kind: 'path', is, path: passage.exchange.request.path } }]
  },
})

/** A client whose base URL ends with a slash may send two slashes. */
function wrongIn(path: string, { ids, options }: Known): Extract<ClientFact, { kind: 'path' }>['is'] | undefined {
  if (SECOND_VIDEOS.test(path) && !ids.has('videos')) return 'a second /videos'
  return options.baseUrlGiven && path.startsWith('//') ? 'two slashes' : undefined
}

/** Longer bodies and binary bodies are not judged. */
const LONGEST = 1_000_000

/** The server clauses that let a server refuse a body, by client clause. */
const ASKED_BY = {
  'client.submits-a-json-object': ['submission.body-is-an-object'],
  'client.submits-a-listed-model': ['submission.model-required', 'submission.model-listed'],
  'client.submits-a-prompt-or-an-image': ['submission.prompt-or-image-required', 'submission.empty-prompt-refused'],
  'client.submits-an-https-image': ['submission.image-is-public-https'],
  'client.submits-values-in-range': [
    'submission.resolution-listed',
    'submission.duration-in-range',
    'submission.fps-in-range',
    'submission.bit-depth-listed',
    'submission.ratio-form',
    'submission.ratio-parts-positive',
  ],
  'client.submits-the-types-of-the-table': ['submission.types-checked'],
  'client.submits-a-public-image': ['submission.image-host-public'],
} as const satisfies Partial<Record<ClientClauseId, readonly ClauseId[]>>

type OfBodies = keyof typeof ASKED_BY

/** The body of a submission, if it was recorded completely. */
export function textSubmitted(passage: Passage): string | undefined {
  if (!isAtTheInterface(passage) || !isSubmission(passage)) return undefined
  const { body, bytes } = passage.exchange.request
  // Not recorded.
  if (body === undefined) return undefined
  return bytes || body.length > LONGEST || hasRecipes(body) ? undefined : body
}

/** Statuses of a refused body. */
const REFUSED: readonly (number | undefined)[] = [400, 404, 409, 422]

/** The list seen may be incomplete: a model outside it counts as unlisted only if the client's own list lacks it and it was refused. */
export function opinionOn(body: string, passage: Passage, known: Known): Opinion {
  const before = opinions.get(passage)
  if (before) return before
  const opinion = opinionFor(body, passage, known)
  opinions.set(passage, opinion)
  return opinion
}

/** Cached, because several judges need the opinion. */
const opinions = new WeakMap<Passage, Opinion>()

function opinionFor(body: string, passage: Passage, { options, listed }: Known): Opinion {
  const { model } = bodyAsRecord(body)
  const mayBeListed = !listed.readBy.has(passage.client) || !REFUSED.includes(passage.status)
  const own = options.aliases === undefined && mayBeListed && typeof model === 'string' ? [model] : []
  const aliases = [...(options.aliases ?? listed.forms.keys()), ...own]
  return judgeBodyText(body, { aliases, ...(options.images && { images: options.images }) })
}

function bodyAsRecord(body: string): Record<string, unknown> {
  const value = parseJson(body)?.value
  return isRecord(value) ? value : {}
}

function judgeOfBodies(clause: OfBodies): ClientCheck {
  const asked: readonly string[] = ASKED_BY[clause]
  return requestRule({
    clause,
    nothing: OF_IMAGES.includes(clause) ? 'it submitted no image' : 'it submitted nothing',
    inspect(passage, known) {
      const body = textSubmitted(passage)
      if (body === undefined || !speaksOf(clause, body)) return undefined
      const { reasons } = opinionOn(body, passage, known)
      const broken = reasons.find(({ verdict, by }) => verdict === 'refuse' && asked.includes(by))
      if (!broken) return []
      const { by, field, why } = broken
      return [{ fact: { kind: 'body', breaks: by as ClauseId, ...(field !== undefined && { field }), told: why } }]
    },
  })
}

const OF_IMAGES: readonly OfBodies[] = ['client.submits-an-https-image', 'client.submits-a-public-image']
const speaksOf = (clause: OfBodies, body: string): boolean =>
  !OF_IMAGES.includes(clause) || (bodyAsRecord(body).image_url ?? null) !== null

export const ofBodies: readonly ClientCheck[] = (Object.keys(ASKED_BY) as OfBodies[]).map(judgeOfBodies)
