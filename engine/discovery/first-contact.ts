import { READINGS } from '../../spec/endpoints.ts'
import { VERSION_SEGMENT } from '../../spec/words.ts'
import { below, type Target } from '../config/target.ts'
import type { Exchange, Failure, RequestTemplate } from '../history/entry/exchange.ts'
import { INTRODUCTION } from '../history/entry/no-phases.ts'
import { mayPass } from '../history/reading/facts.ts'
import { headerOf, statusOf, succeeded } from '../history/reading/reading.ts'
import { excerpt, FAILURE_WORDS, failureInWords, list, receivedInWords } from '../history/reading/words.ts'
import { requestTo } from '../http/requests.ts'
import type { Parts } from './parts.ts'

/** Reads of each endpoint before a control request is known. */
export const MOST_READS = 3
const ANOTHER_VERSION = /\/v\d+$/i
const NOWHERE = '/a-path-that-no-interface-has'
/** Whatever is asked for below the version, and an unknown path. */
export const MOST_READINGS = READINGS.length * MOST_READS + 2

export type WhoIsThere = { readings: Exchange[]; stop?: string }

type Asking = Pick<Parts, 'client' | 'target' | 'configuration'>

/** Is anyone there, is the key good, and is it this interface at all? */
export async function whoIsThere(parts: Asking): Promise<WhoIsThere> {
  const readings = await readEverything(parts)
  const stop = (await reasonToStop(readings, parts)) ?? (await whatAnswersAnything(readings, parts))
  return { readings, ...(stop !== undefined && { stop }) }
}

/** Where it takes no submission and knows but one of four readings, it is something else that has a path in common. */
export function isAnotherInterface(readings: readonly Exchange[]): boolean {
  const others = readings.filter((each) => !succeeded(each))
  return others.length >= readings.length - 1 && others.every((each) => isUnknown(each) || isRedirect(each))
}

const isUnknown = (exchange: Exchange) => [404, 405, 410, 501].includes(statusOf(exchange) ?? 0)

export function anotherInterfaceInWords(asked: readonly Exchange[], target: Target): string {
  return `${target.baseUrl} does not serve this interface: ${eachInWords(asked)}. ${checkTheUrl(target)}`
}

async function readEverything({ client, target, configuration }: Asking): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for (const name of READINGS) {
    const read = () => client.ask(requestTo(target, name), { by: INTRODUCTION, part: 'twin', case: name })
    let exchange = await read()
    // There is no good request yet to compare with, so what may pass is simply asked again.
    const isAskedAgain = () =>
      mayPass(exchange) && !isDown([...exchanges, exchange]) && !isLateAlone(exchange, exchanges)
    for (let again = 1; again < MOST_READS && isAskedAgain(); again++) {
      await client.wait(Math.min(500, configuration.pollIntervalMs))
      exchange = await read()
    }
    exchanges.push(exchange)
    if (isDown(exchanges)) break
  }
  return exchanges
}

/** Somebody is there: whoever judges what does not come in time asks for it again, beside others and not before them. */
const isLateAlone = ({ failure }: Exchange, others: readonly Exchange[]) =>
  failure?.kind === 'timeout' && others.some(succeeded)

/** Two endpoints, and no answer at all: nobody is there. */
function isDown(exchanges: readonly Exchange[]): boolean {
  return exchanges.length >= 2 && exchanges.every((each) => each.failure)
}

/** Whoever has typed the version need not be told to. */
const checkTheUrl = ({ endsWithVersion }: Target) =>
  endsWithVersion ? 'Check the base URL' : `Check the base URL: it ends with one /${VERSION_SEGMENT}`

async function reasonToStop(readings: Exchange[], parts: Asking): Promise<string | undefined> {
  const { baseUrl } = parts.target
  const check = checkTheUrl(parts.target)
  const good = readings.filter(succeeded)
  if (good.some((each) => !isAPage(each))) return undefined
  const failure = readings.find((each) => each.failure)?.failure
  if (failure && !readings.some((each) => each.answer))
    return `${baseUrl} cannot be reached: ${inDetail(failure)}${schemeHint(failure.kind, parts.target)}`
  const statuses = new Set(readings.map(statusOf))
  const elsewhere = await whereTheVersionIs(parts)
  if (statuses.size === 1 && statuses.has(401) && !readings.every(isAPage))
    return elsewhere === ''
      ? 'the server refused GATECHECK_KEY: every endpoint returned 401. Check that the key is valid and belongs to this base URL'
      : `every endpoint returned 401 under ${baseUrl}${elsewhere}; if that returns 401, too, check GATECHECK_KEY`
  if (readings.every(({ answer }) => [502, 503, 504].includes(answer?.status ?? 0)))
    return `a proxy or gateway responds at ${baseUrl}, but the server does not: ${eachInWords(readings)}`
  if (statuses.size === 1 && statuses.has(404))
    return `every endpoint returned 404 under ${baseUrl}${elsewhere || `. ${check}`}`
  if (readings.every(isRedirect)) return redirectInWords(readings, parts.target)
  if (good.length > 0 || readings.some(isRedirect) || readings.every(isAPage))
    return `${baseUrl} does not serve this interface: ${eachInWords(readings)}${elsewhere || `. ${check}`}`
  return `no endpoint of ${baseUrl} returned 2xx with GATECHECK_KEY (${eachInWords(readings)}), so nothing can be compared with a control request${elsewhere}`
}

/** Something in front of a server, or another one, shows people a page: this interface never does. */
function isAPage(exchange: Exchange): boolean {
  const body = exchange.answer?.body.trimStart() ?? ''
  return body.startsWith('<') || (/html/i.test(headerOf(exchange, 'content-type') ?? '') && !/^[{[]/.test(body))
}

function isRedirect(exchange: Exchange): boolean {
  const status = statusOf(exchange) ?? 0
  return status >= 300 && status < 400
}

/** The base URL that all redirects lead to, if they keep the endpoint's path; else where they lead, once. */
function redirectInWords(readings: readonly Exchange[], target: Target): string {
  const places = readings.map(placeOf(target))
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

/** Without query and fragment, which may carry secrets. */
const placeOf =
  ({ origin }: Target) =>
  (exchange: Exchange): string | undefined => {
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

function schemeHint(kind: string, { origin, basePath }: Target): string {
  if (kind === 'tls' && origin.startsWith('https:'))
    return `. If the server uses plain HTTP, try ${origin.replace('https:', 'http:')}${basePath}`
  return kind === 'refused' ? '. Check that the server is running and the port is correct' : ''
}

/** Where the version was forgotten, the same server is found one step below; where it is another one, beside it. */
async function whereTheVersionIs({ client, target }: Asking): Promise<string> {
  if (target.endsWithVersion) return ''
  const basePath = `${target.basePath.replace(ANOTHER_VERSION, '')}/${VERSION_SEGMENT}`
  const inside: Target = { ...target, basePath }
  const exchange = await client.ask(requestTo(inside, 'GET /models'), {
    by: INTRODUCTION,
    part: 'observation',
    case: `under ${basePath}`,
  })
  const baseUrl = target.origin + basePath
  if (succeeded(exchange) && !isAPage(exchange)) return `. ${baseUrl} responds: try it as the base URL`
  return statusOf(exchange) === 401 ? `. ${baseUrl} requires a key: try it as the base URL` : ''
}

/** A stand-in that says the same to everybody, or repeats what it is asked, knows no endpoint. */
async function whatAnswersAnything(readings: Exchange[], { client, target }: Asking): Promise<string | undefined> {
  const good = readings.filter(succeeded)
  const alike = new Set(good.map(withoutItsPath))
  if (good.length < readings.length || alike.size > 1) return undefined
  const nowhere: RequestTemplate = { ...requestTo(target, 'GET /models'), path: below(target, NOWHERE) }
  const exchange = await client.ask(nowhere, { by: INTRODUCTION, part: 'observation', case: 'an unknown path' })
  if (!succeeded(exchange) || !alike.has(withoutItsPath(exchange))) return undefined
  return `${target.baseUrl} does not serve this interface: it returns the same for every path (${receivedInWords(exchange)}), even ${NOWHERE}. ${checkTheUrl(target)}`
}

function withoutItsPath({ request: { path }, answer }: Exchange): string {
  return (answer?.body ?? '').replaceAll(path, '').replaceAll(path.slice(path.lastIndexOf('/') + 1), '')
}

/** What came, each thing once. */
function eachInWords(exchanges: readonly Exchange[]): string {
  const all = Map.groupBy(exchanges, cameInWords)
  return list(
    [...all].map(([what, those]) => {
      const asked = those.map(({ request }) => `${request.method} ${request.path}`)
      return those.length === exchanges.length && asked.length > 1
        ? `every endpoint returned ${what}`
        : `${list(asked)} returned ${what}`
    }),
  )
}

function cameInWords(exchange: Exchange): string {
  const { answer } = exchange
  if (!answer) return receivedInWords(exchange)
  const location = headerOf(exchange, 'location')?.split(/[?#]/)[0]
  if (isRedirect(exchange)) return `${answer.status}${location ? ` to ${excerpt(location)}` : ''}`
  if (!isAPage(exchange)) return receivedInWords(exchange)
  const title = /<title[^<>]*>([^<]*)</i.exec(answer.body)?.[1]?.trim()
  return `${answer.status} with a page${title ? `, “${excerpt(title, 80)}”` : ''}`
}
