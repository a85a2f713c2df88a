import type { Exchange, RequestTemplate } from '../engine/history/entry/exchange.ts'
import { succeeded } from '../engine/history/reading/reading.ts'
import { type Experiment, experiment } from '../engine/judge/check.ts'
import { type Expectation, isUnauthorized } from '../engine/judge/expectations.ts'
import { judgeProbes } from '../engine/judge/probes.ts'
import type { Control } from '../engine/run/controls.ts'
import type { Driver } from '../engine/run/driver.ts'
import { NotTested } from '../engine/run/not-tested.ts'
import type { PlanInput } from '../engine/run/phase.ts'
import { fitsAGoodBody } from '../engine/run/planning/fits.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { ENDPOINTS, type EndpointName } from '../spec/endpoints.ts'
import type { Malformation } from './inputs/keys.ts'

export const ENDPOINT_COUNT = ENDPOINTS.length
export const ALL_ENDPOINTS: readonly EndpointName[] = ENDPOINTS.map(({ name }) => name)
export const GET_ENDPOINTS: readonly EndpointName[] = ENDPOINTS.filter(({ method }) => method === 'GET').map(
  ({ name }) => name,
)

/** Endpoints to test; POST only if the limits allow a submission. */
export const endpointsTried = (input: PlanInput) =>
  ENDPOINTS.filter(({ method }) => method !== 'POST' || fitsAGoodBody(input))

/** `foils`: simpler mistakes to compare with, besides those of the endpoint. */
type ProbeDetails = { connection?: string; breaks?: ClauseId; foils?: readonly Exchange[] }

export type Probe = (what: string, broken: RequestTemplate, details?: ProbeDetails) => Promise<Exchange | undefined>

/**
 * Sends probes that must be answered 401, and compares them with simpler mistakes at the same endpoint. An accepted
 * submission costs a job, so the first one ends the attempts of its kind.
 */
export async function prober(
  drive: Driver,
  twin: Control,
  name: EndpointName,
  plainer: readonly Malformation[],
  { holds }: Expectation = isUnauthorized,
): Promise<Probe> {
  const control = twin.request.method === 'GET' ? twin : await drive.control('GET /models')
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
    // A key of digits has no other letter case, and swapping two equal characters changes nothing.
    if (drive.isGoodAfterAll(broken)) return undefined
    const below = [...foils, ...plainer.map(({ n }) => n)]
    const about = { ...details, ...(below.length > 0 && { foils: below }) }
    const exchange = await drive.withinLimits(what, () => drive.probe(what, twin, broken, about))
    if (!exchange) return undefined
    accepted ||= succeeded(exchange)
    if (holds(exchange)) return exchange
    if (broken.method !== 'POST' && !looked) {
      looked = true
      await drive.askAgain(exchange)
    }
    if (!succeeded(exchange)) await drive.repeatControl(control)
    return exchange
  }
}

/** Visits each endpoint whose control request succeeds; the others are gaps. */
export async function forEveryEndpoint(
  drive: Driver,
  visit: (twin: Control, name: EndpointName) => Promise<void>,
  endpoints = ALL_ENDPOINTS,
): Promise<void> {
  let control: Control | undefined
  for (const name of drive.asTimeAllows(endpoints)) {
    try {
      const twin = await drive.control(name)
      if (twin.request.method === 'GET') control ??= twin
      await visit(twin, name)
    } catch (error) {
      if (!(error instanceof NotTested)) throw error
      drive.gap(name, error)
    }
  }
  if (control && drive.configuration.profile !== 'smoke') await drive.repeatControl(control)
}

type Probing = Omit<Parameters<typeof experiment>[0], 'id' | 'drive' | 'judge'> & {
  /** Default: the id of the clause. */
  id?: string
  /** Default: all. */
  endpoints?: readonly EndpointName[] | ((drive: Driver) => readonly EndpointName[])
  /** Sends the probes of one endpoint, after its control request succeeded. */
  probe(drive: Driver, twin: Control, name: EndpointName): Promise<void>
} & ({ expected: Expectation } | { judge: Experiment['judge'] })

/** An experiment that compares probes of endpoints with their control requests. */
export function probing({ endpoints, probe, ...about }: Probing): Experiment {
  const { expected, judge, ...rest } = { expected: undefined, judge: undefined, id: about.clause, ...about }
  return experiment({
    ...rest,
    drive: (drive) =>
      forEveryEndpoint(
        drive,
        (twin, name) => probe(drive, twin, name),
        typeof endpoints === 'function' ? endpoints(drive) : endpoints,
      ),
    judge: judge ?? ((evidence) => judgeProbes(evidence, expected!)),
  })
}
