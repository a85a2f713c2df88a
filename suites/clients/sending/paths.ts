import { type ClientCheck, clientCheck, type Known } from '../../../engine/judge/clients/check.ts'
import type { ClientFact } from '../../../engine/judge/clients/facts.ts'
import { decoded, isAtTheInterface, type Passage } from '../../../engine/judge/clients/passage.ts'
import { recipesIn } from '../../../engine/keys/recipes.ts'
import { ENDPOINTS } from '../../../spec/endpoints.ts'
import { VERSION_SEGMENT } from '../../../spec/words.ts'
import { ClientTally } from '../counted/tally.ts'

const plain = (path: string) => path.split('?')[0]!
const AGAIN = `/${VERSION_SEGMENT}`
/** The paths of the endpoints, from the version on. */
const OF_AN_ENDPOINT = new RegExp(`^(?:${ENDPOINTS.map(({ path }) => path.replace('{id}', '[^/]+')).join('|')})/?$`)

/** Outside the base URL anything may lie: only what is asked for with a key, or of a job that is known, was meant for the interface. */
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

export const namesTheVersionOnce: ClientCheck = clientCheck({
  clause: 'client.names-the-version-once',
  begin: () => new ClientTally(),
  see(tally, passage, known) {
    const { exchange, client, n } = passage
    const isLeftOut = isVersionLeftOut(passage, known)
    if (!isLeftOut && (!isAtTheInterface(passage) || known.urls.meantBy(exchange).length > 0)) return
    tally.tries(passage)
    const isDoubled = passage.asked !== undefined && isDoubledIn(passage.asked.path, known)
    if (!isLeftOut && !isDoubled) return
    const fact: ClientFact = { kind: 'version', is: isLeftOut ? 'left out' : 'doubled', path: exchange.request.path }
    tally.breaks({ fact, client, evidence: [n] })
  },
  conclude: (tally) => tally.verdict('it sent no request'),
})

const isDoubledIn = (path: string, { target }: Known): boolean =>
  target.endsWithVersion && (path === AGAIN || path.startsWith(`${AGAIN}/`))

const SECOND_VIDEOS = /^\/videos\/videos(?:\/|$)/

export const appendsPaths: ClientCheck = clientCheck({
  clause: 'client.appends-paths-to-the-base-url',
  begin: () => new ClientTally(),
  see(tally, passage, known) {
    if (!isAtTheInterface(passage) || known.urls.meantBy(passage.exchange).length > 0) return
    tally.tries(passage)
    const is = wrongIn(passage.asked.path, known)
    if (is === undefined) return
    const fact: ClientFact = { kind: 'path', is, path: passage.exchange.request.path }
    tally.breaks({ fact, client: passage.client, evidence: [passage.n] })
  },
  conclude: (tally) => tally.verdict('it sent no request'),
})

/** Whoever was given a base URL with a slash at its end may well send two. */
function wrongIn(path: string, { ids, options }: Known): Extract<ClientFact, { kind: 'path' }>['is'] | undefined {
  if (SECOND_VIDEOS.test(path) && !ids.has('videos')) return 'a second /videos'
  return options.baseUrlGiven && path.startsWith('//') ? 'two slashes' : undefined
}
