import type { Header } from '../../../engine/history/entry/exchange.ts'
import { type ClientCheck, clientCheck, type Known } from '../../../engine/judge/clients/check.ts'
import type { ClientFact } from '../../../engine/judge/clients/facts.ts'
import { isAtTheInterface, isTakenOn, type Passage } from '../../../engine/judge/clients/passage.ts'
import { isOfWholeKey, isWord, recipesIn } from '../../../engine/keys/recipes.ts'
import { ClientTally } from '../counted/tally.ts'

const AUTHORIZATION = 'authorization'
const BEARER_AND = /^bearer\s+(.*)$/i

type SaidWrongly = Extract<ClientFact, { kind: 'authorization' }>['is']

export const authorizationsIn = (headers: readonly Header[]): string[] =>
  headers.flatMap(([name, value]) => (name.toLowerCase() === AUTHORIZATION ? [value] : []))

/** How Bearer is spelled, and with how many spaces behind it, is the client's. */
export function wrongWith({ exchange }: Passage, { options }: Known): SaidWrongly | undefined {
  const said = authorizationsIn(exchange.request.headers)
  if (said.length !== 1) return said.length === 0 ? 'missing' : 'several'
  const secret = BEARER_AND.exec(said[0]!.trim())?.[1]
  if (secret === undefined) return 'another scheme'
  const [key, ...others] = recipesIn(secret)
  if (key === undefined || others.length > 0 || key.text !== secret || key.change !== '') return 'no key'
  return options.keys && !options.keys.includes(key.name) ? 'a key that it was not given' : undefined
}

/** A preflight is the browser's own. A request for a video needs no key, wherever it lies. */
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
    // What a server takes for a key may be none that anybody else knows for one.
    if (is === undefined || (is === 'no key' && isTakenOn(passage))) return
    notes.tally.breaks({ fact: { kind: 'authorization', is }, client: passage.client, evidence: [passage.n] })
  },
  conclude: ({ tally, leftOut }) =>
    leftOut > 0 && tally.found.length === 0
      ? new ClientTally().verdict('the recorder dropped the keys', { kind: 'key left out' })
      : tally.verdict('it sent no request'),
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

export const keepsItInTheHeader: ClientCheck = clientCheck({
  clause: 'client.keeps-its-key-in-the-header',
  begin: () => new ClientTally(),
  see(tally, passage, { urls }) {
    // A url that the server gave is followed as it is.
    if (passage.exchange.kind !== 'exchange' || urls.meantBy(passage.exchange).length > 0) return
    tally.tries(passage)
    for (const place of placesOf(passage))
      tally.breaks({ fact: { kind: 'key out of place', ...place }, client: passage.client, evidence: [passage.n] })
  },
  conclude: (tally) => tally.verdict('it sent no request'),
})

export const keepsItFromOtherOrigins: ClientCheck = clientCheck({
  clause: 'client.keeps-its-key-from-other-origins',
  begin: () => new ClientTally(),
  see(tally, { exchange, client, n }, { target, urls }) {
    if (exchange.kind !== 'elsewhere' || exchange.origin === target.origin) return
    tally.tries({ n })
    const { path, headers, body = '' } = exchange.request
    if (![path, body, ...headers.flat()].some(holdsAKey)) return
    const [named] = urls.meantBy(exchange)
    // A key that the server put into its own url was not put there by the client.
    if (named && holdsAKey(named.url) && ![body, ...headers.flat()].some(holdsAKey)) return
    tally.breaks({
      fact: { kind: 'key at another origin', origin: exchange.origin },
      client,
      evidence: [...(named ? [named.n] : []), n],
      ...(named && { beside: named.n }),
    })
  },
  conclude: (tally) => tally.verdict('no request to another origin was recorded', { kind: 'out of sight' }),
})

function signOfAPage({ exchange: { request } }: Passage): Extract<ClientFact, { kind: 'sent by a page' }> | undefined {
  const header = (wanted: string) => request.headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
  const asks = header('access-control-request-method')
  if (request.method === 'OPTIONS' && asks !== undefined)
    return { kind: 'sent by a page', sign: 'preflight', value: asks }
  const origin = header('origin')
  if (origin !== undefined) return { kind: 'sent by a page', sign: 'Origin', value: origin }
  // Node's own fetch sends Sec-Fetch-Mode alone.
  const site = header('sec-fetch-site')
  if (site === undefined || site.toLowerCase() === 'none') return undefined
  return { kind: 'sent by a page', sign: 'Sec-Fetch-Site', value: site }
}

export const runsOnAServer: ClientCheck = clientCheck({
  clause: 'client.runs-on-a-server',
  begin: () => new ClientTally(),
  see(tally, passage, { urls }) {
    // What becomes of the video is another matter.
    if (passage.exchange.kind !== 'exchange' || urls.meantBy(passage.exchange).length > 0) return
    tally.tries(passage)
    const fact = signOfAPage(passage)
    if (fact) tally.breaks({ fact, client: passage.client, evidence: [passage.n] })
  },
  conclude: (tally) => tally.verdict('it sent no request'),
})
