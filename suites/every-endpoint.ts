import type { Exchange, RequestTemplate } from '../engine/history/entry/exchange.ts'
import { succeeded } from '../engine/history/reading/reading.ts'
import { requestTo } from '../engine/http/requests.ts'
import { type Expectation, isUnauthorized } from '../engine/judge/expectations.ts'
import type { Drive } from '../engine/run/driving/drive.ts'
import { fitsAGoodBody } from '../engine/run/driving/fits.ts'
import { NotTried } from '../engine/run/driving/not-tried.ts'
import type { PlanInput } from '../engine/run/driving/phase.ts'
import type { Twin } from '../engine/run/driving/shared.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { ENDPOINTS, type EndpointName } from '../spec/endpoints.ts'
import type { Malformation } from './inputs/keys/malformation.ts'

export const ENDPOINT_COUNT = ENDPOINTS.length

/** Endpoints to test; POST only if the limits allow a submission. */
export const endpointsTried = (input: PlanInput) =>
  ENDPOINTS.filter(({ method }) => method !== 'POST' || fitsAGoodBody(input))

/** Tries every malformation on every endpoint, then asks with a good request whether the key still works. */
export async function onEveryEndpoint(
  drive: Drive,
  malformations: readonly Malformation[],
  plainer: readonly Malformation[] = [],
): Promise<void> {
  const isSmoke = drive.configuration.profile === 'smoke'
  // Where little may be asked, the plainest mistake is made everywhere, and each other kind once.
  const endpoints = isSmoke && plainer.length > 0 ? ONE_ENDPOINT : undefined
  const tried = isSmoke ? malformations.slice(0, 1) : malformations
  await forEveryEndpoint(
    drive,
    async (twin, name) => {
      const probe = await prober(drive, twin, name, isSmoke ? [] : plainer)
      for (const { what, of } of drive.asTimeAllows(tried)) {
        const broken = of(twin.request)
        if (broken) await probe(`${what}, ${name}`, broken)
      }
    },
    endpoints,
  )
}

/** What is sent at most where nothing is wrong. */
export function mostProbes(
  input: PlanInput,
  malformations: readonly Malformation[],
  plainer: readonly Malformation[] = [],
): number {
  const { target, configuration } = input
  if (configuration.profile === 'smoke') return plainer.length > 0 ? ONE_ENDPOINT.length : ENDPOINT_COUNT
  const good = endpointsTried(input).map(({ name }) => requestTo(target, name, { id: 'job', body: '{}' }))
  const broken = good.flatMap((request) => malformations.flatMap(({ of }) => of(request) ?? []))
  return broken.length + CONTROL
}

const CONTROL = 1

const ONE_ENDPOINT: readonly EndpointName[] = ['GET /videos/{id}']

/** `foils`: plainer mistakes beside those of the endpoint. */
type ProbeDetails = { connection?: string; breaks?: ClauseId; foils?: readonly Exchange[] }

export type Probe = (what: string, broken: RequestTemplate, details?: ProbeDetails) => Promise<Exchange | undefined>

/**
 * Sends probes that must be answered 401 and are compared with plainer mistakes at the same endpoint. A submission that gets through costs its
 * user a job, so the first one ends the attempts of its kind: the fault is shown, and more of it proves nothing.
 */
export async function prober(
  drive: Drive,
  twin: Twin,
  name: EndpointName,
  plainer: readonly Malformation[],
  { holds }: Expectation = isUnauthorized,
): Promise<Probe> {
  const control = twin.request.method === 'GET' ? twin : await drive.twin('GET /models')
  const foils: number[] = []
  let accepted = false
  let looked = false
  for (const { what, of } of plainer) {
    const broken = of(twin.request)
    if (!broken) continue
    const foil = await drive.foil(`${what}, ${name}`, broken)
    foils.push(foil.n)
    accepted ||= succeeded(foil)
  }
  return async (what, broken, { foils: plainer = [], ...details } = {}) => {
    if (accepted && broken.method === 'POST') {
      drive.gap(what, 'this endpoint already accepts a simpler mistake, and each try costs a job')
      return undefined
    }
    // A key of digits has no other letter case, and one of two keys in a row turns into the other.
    if (drive.isGoodAfterAll(broken)) return undefined
    const below = [...foils, ...plainer.map(({ n }) => n)]
    const about = { ...details, ...(below.length > 0 && { foils: below }) }
    const exchange = await drive.whereThereIsRoom(what, () => drive.probe(what, twin, broken, about))
    if (!exchange) return undefined
    accepted ||= succeeded(exchange)
    if (holds(exchange)) return exchange
    if (broken.method !== 'POST' && !looked) {
      looked = true
      await drive.askAgain(exchange)
    }
    if (!succeeded(exchange)) await drive.control(control)
    return exchange
  }
}

/** Each endpoint whose good request is known to succeed; the others are gaps, and said so. */
export async function forEveryEndpoint(
  drive: Drive,
  visit: (twin: Twin, name: EndpointName) => Promise<void>,
  endpoints: readonly EndpointName[] = ENDPOINTS.map(({ name }) => name),
): Promise<void> {
  let control: Twin | undefined
  for (const name of drive.asTimeAllows(endpoints)) {
    try {
      const twin = await drive.twin(name)
      if (twin.request.method === 'GET') control ??= twin
      await visit(twin, name)
    } catch (error) {
      if (!(error instanceof NotTried)) throw error
      drive.gap(name, error)
    }
  }
  if (control && drive.configuration.profile !== 'smoke') await drive.control(control)
}
