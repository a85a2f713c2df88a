import { READINGS } from '../../spec/endpoints.ts'
import { VERSION_SEGMENT } from '../../spec/words.ts'
import type { Configuration } from '../config/configuration.ts'
import { below, type Target } from '../config/target.ts'
import type { Exchange, Failure, RequestTemplate } from '../history/entry/exchange.ts'
import { INTRODUCTION } from '../history/entry/senders.ts'
import { mayPass } from '../history/reading/facts.ts'
import { headerOf, statusOf, succeeded } from '../history/reading/reading.ts'
import { excerpt, FAILURE_WORDS, failureInWords, list, receivedInWords } from '../history/reading/words.ts'
import type { Client } from '../http/client.ts'
import { requestTo } from '../http/requests.ts'

/** Reads of each endpoint before a control request is known. */
export const MOST_READS = 3
const ANOTHER_VERSION = /\/v\d+$/i
const UNKNOWN_PATH = '/a-path-that-no-interface-has'
/** All endpoints, one below the version, and an unknown path. */
export const MOST_READINGS = READINGS.length * MOST_READS + 2

type Parts = { client: Client; target: Target; configuration: Configuration }

/** Finds out whether server and key work and it serves this interface. `stop`: why nothing can be judged. */
export async function firstContact(parts: Parts): Promise<{ readings: Exchange[]; stop?: string }> {
  const readings = await readAll(parts)
  const stop = await whyNoVerdict(readings, parts)
  return { readings, ...(stop !== undefined && { stop }) }
}

/** Why nothing can be judged, from one response of each endpoint. Sends one more request at most. */
export const whyNoVerdict = async (readings: Exchange[], parts: Parts): Promise<string | undefined> =>
  (await whyToStop(readings, parts)) ?? (await whySameForEveryPath(readings, parts))

/** It knows at most one of four endpoints and accepts no submission. */
export function isAnotherInterface(readings: readonly Exchange[]): boolean {
  const others = readings.filter((each) => !succeeded(each))
  return others.length >= readings.length - 1 && others.every((each) => isUnknown(each) || isRedirect(each))
}

const isUnknown = (exchange: Exchange) => [404, 405, 410, 501].includes(statusOf(exchange) ?? 0)

export const notThisInterface = (asked: readonly Exchange[], target: Target) =>
  `${target.baseUrl} does not serve this interface: ${responsesInWords(asked)}. ${checkTheUrl(target)}`

async function readAll({ client, target, configuration }: Parts): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for (const name of READINGS) {
    const read = () => client.ask(requestTo(target, name), { by: INTRODUCTION, part: 'twin', case: name })
    let exchange = await read()
    // Checks repeat a single timeout in parallel to other requests.
    const isRepeated = () =>
      mayPass(exchange) &&
      !isDown([...exchanges, exchange]) &&
      !(exchange.failure?.kind === 'timeout' && exchanges.some(succeeded))
    for (let again = 1; again < MOST_READS && isRepeated(); again++) {
      await client.wait(Math.min(500, configuration.pollIntervalMs))
      exchange = await read()
    }
    exchanges.push(exchange)
    if (isDown(exchanges)) break
  }
  return exchanges
}

const isDown = (exchanges: readonly Exchange[]) => exchanges.length >= 2 && exchanges.every((each) => each.failure)

const checkTheUrl = ({ endsWithVersion }: Target) =>
  endsWithVersion ? 'Check the base URL' : `Check the base URL: it ends with one /${VERSION_SEGMENT}`

async function whyToStop(readings: Exchange[], parts: Parts): Promise<string | undefined> {
  const { target } = parts
  const { baseUrl } = target
  const check = checkTheUrl(target)
  const good = readings.filter(succeeded)
  if (good.some((each) => !isAPage(each))) return undefined
  const failure = readings.find((each) => each.failure)?.failure
  if (failure && !readings.some((each) => each.answer))
    return `${baseUrl} cannot be reached: ${inDetail(failure)}${hintFor(failure.kind, target)}`
  const statuses = new Set(readings.map(statusOf))
  const isUnknownEverywhere = statuses.size === 1 && statuses.has(404)
  const elsewhere = target.endsWithVersion && !isUnknownEverywhere ? '' : await tryVersion(parts)
  if (statuses.size === 1 && statuses.has(401) && !readings.every(isAPage))
    return elsewhere === ''
      ? 'the server refused GATECHECK_KEY: every endpoint returned 401. Check that the key is valid and belongs to this base URL'
      : `every endpoint returned 401 under ${baseUrl}${elsewhere}; if that returns 401, too, check GATECHECK_KEY`
  if (readings.every(({ answer }) => [502, 503, 504].includes(answer?.status ?? 0)))
    return `a proxy or gateway responds at ${baseUrl}, but the server does not: ${responsesInWords(readings)}`
  if (isUnknownEverywhere) return `every endpoint returned 404 under ${baseUrl}${elsewhere || `. ${check}`}`
  if (readings.every(isRedirect)) return redirectInWords(readings, target)
  if (good.length > 0 || readings.some(isRedirect) || readings.every(isAPage))
    return `${baseUrl} does not serve this interface: ${responsesInWords(readings)}${elsewhere || `. ${check}`}`
  return `no endpoint of ${baseUrl} returned 2xx with GATECHECK_KEY (${responsesInWords(readings)}), so nothing can be compared with a control request${elsewhere}`
}

/** HTML, from a gateway or another server. */
function isAPage(exchange: Exchange): boolean {
  const body = exchange.answer?.body.trimStart() ?? ''
  return body.startsWith('<') || (/html/i.test(headerOf(exchange, 'content-type') ?? '') && !/^[{[]/.test(body))
}

function isRedirect(exchange: Exchange): boolean {
  const status = statusOf(exchange) ?? 0
  return status >= 300 && status < 400
}

/** Names the base URL that all redirects lead to if they keep the endpoint's path, else their targets. */
function redirectInWords(readings: readonly Exchange[], target: Target): string {
  const places = readings.map((each) => locationOf(each, target))
  const bases = new Set(
    readings.map(({ request }, nth) => {
      const endpoint = request.path.slice(target.basePath.length)
      return places[nth]?.endsWith(endpoint) ? places[nth].slice(0, -endpoint.length) : undefined
    }),
  )
  const [base] = bases
  if (bases.size === 1 && base !== undefined && base !== target.baseUrl)
    return `${target.baseUrl} redirects to ${excerpt(base)}: use that as the base URL`
  const [place = 'nowhere'] = places
  const statuses = list([...new Set(readings.map((each) => String(statusOf(each))))])
  const example = new Set(places).size === 1 ? '' : `, for ${readings[0]!.request.path}`
  return `${target.baseUrl} does not serve this interface: every endpoint redirects (${statuses}) to ${excerpt(place)}${example}. ${checkTheUrl(target)}`
}

/** Omits query and fragment, which may contain secrets. */
function locationOf(exchange: Exchange, { origin }: Target): string | undefined {
  const location = headerOf(exchange, 'location') ?? ''
  const from = origin + exchange.request.path
  if (location === '' || !URL.canParse(location, from)) return undefined
  const place = new URL(location, from)
  return place.origin + place.pathname
}

function inDetail(failure: Failure): string {
  const words = failureInWords(failure)
  return words === FAILURE_WORDS[failure.kind] ? `${words} (${failure.message})` : words
}

function hintFor(kind: string, { origin, basePath }: Target): string {
  if (kind === 'tls' && origin.startsWith('https:'))
    return `. If the server uses plain HTTP, try ${origin.replace('https:', 'http:')}${basePath}`
  return kind === 'refused' ? '. Check that the server is running and the port is correct' : ''
}

/** Tries the base URL with the version added, or instead of another version. Some servers add it to their routes twice. */
async function tryVersion({ client, target }: Parts): Promise<string> {
  const { endsWithVersion } = target
  const prefix = endsWithVersion ? target.basePath : target.basePath.replace(ANOTHER_VERSION, '')
  const basePath = `${prefix}/${VERSION_SEGMENT}`
  const request = requestTo({ ...target, basePath }, 'GET /models')
  const exchange = await client.ask(request, { by: INTRODUCTION, part: 'observation', case: `under ${basePath}` })
  const baseUrl = target.origin + basePath
  const doesRespond = succeeded(exchange) && !isAPage(exchange)
  const requiresKey = statusOf(exchange) === 401
  if (endsWithVersion && (doesRespond || requiresKey))
    return `. ${baseUrl} responds: the server adds /${VERSION_SEGMENT} to its routes twice, so remove one of the prefixes`
  if (doesRespond) return `. ${baseUrl} responds: try it as the base URL`
  return requiresKey ? `. ${baseUrl} requires a key: try it as the base URL` : ''
}

/** A mock that returns the same for every path, or echoes the path, has no endpoints. */
async function whySameForEveryPath(readings: Exchange[], { client, target }: Parts): Promise<string | undefined> {
  const good = readings.filter(succeeded)
  const alike = new Set(good.map(withoutPath))
  if (good.length < readings.length || alike.size > 1) return undefined
  const request: RequestTemplate = { ...requestTo(target, 'GET /models'), path: below(target, UNKNOWN_PATH) }
  const exchange = await client.ask(request, { by: INTRODUCTION, part: 'observation', case: 'an unknown path' })
  if (!succeeded(exchange) || !alike.has(withoutPath(exchange))) return undefined
  return `${target.baseUrl} does not serve this interface: it returns the same for every path (${receivedInWords(exchange)}), even ${UNKNOWN_PATH}. ${checkTheUrl(target)}`
}

function withoutPath({ request: { path }, answer }: Exchange): string {
  return (answer?.body ?? '').replaceAll(path, '').replaceAll(path.slice(path.lastIndexOf('/') + 1), '')
}

/** Groups requests by response. */
function responsesInWords(exchanges: readonly Exchange[]): string {
  const groups = [...Map.groupBy(exchanges, responseInWords)].map(([what, those]) => {
    const asked = those.map(({ request }) => `${request.method} ${request.path}`)
    const isAll = those.length === exchanges.length && asked.length > 1
    return `${isAll ? 'every endpoint' : list(asked)} returned ${what}`
  })
  return list(groups)
}

function responseInWords(exchange: Exchange): string {
  const { answer } = exchange
  if (!answer) return receivedInWords(exchange)
  const location = headerOf(exchange, 'location')?.split(/[?#]/)[0]
  if (isRedirect(exchange)) return `${answer.status}${location ? ` to ${excerpt(location)}` : ''}`
  if (!isAPage(exchange)) return receivedInWords(exchange)
  const title = /<title[^<>]*>([^<]*)</i.exec(answer.body)?.[1]?.trim()
  return `${answer.status} with a page${title ? `, “${excerpt(title, 80)}”` : ''}`
}
