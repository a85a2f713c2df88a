import { type EndpointName, READINGS } from '../../spec/endpoints.ts'
import type { Configuration } from '../config/configuration.ts'
import type { Target } from '../config/target.ts'
import { isAnotherInterface, notThisInterface, whyNoVerdict } from '../discovery/first-contact.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { INTRODUCTION } from '../history/entry/senders.ts'
import { History } from '../history/history.ts'
import { toldToWait } from '../history/reading/facts.ts'
import { statusOf, succeeded } from '../history/reading/reading.ts'
import { allowedBy } from '../http/allowed-rate.ts'
import { Client } from '../http/client.ts'
import { Budget } from '../http/limits/budget.ts'
import type { Network } from '../http/network/network.ts'
import { newRunName, requestTo, userAgentOf } from '../http/requests.ts'
import { freeCapacityIn } from '../jobs/capacity.ts'
import type { KeyName } from '../keys/placeholders.ts'
import type { Vault } from '../keys/vault.ts'

/** Measurements of a server before a run. */
export type Probed = {
  /** Number of requests; none can create a job. */
  requests: number
  /** Why a run would have no verdict. */
  stop?: string
  /** Undefined if a run would have no verdict. */
  pace?: { answerMs: number; perSecond?: number }
  /** How the rate limit is known: announced in headers, or by responses with 429. */
  limit?: 'announced' | 'refused'
  refused: number
  /** Free capacity for jobs, as GET /capacity shows it. */
  free?: number
  http2: boolean
  /** Other keys than A that the server refuses. */
  refusedKeys: ('A2' | 'B')[]
}

const MOST_PROBES = 8
/** The others are sent at once to provoke a rate limit, except one to explain why there is no verdict. */
const AT_FIRST = 2
const AT_ONCE = MOST_PROBES - AT_FIRST - 1
const MOST_MS = 60_000
/** After a 429 without Retry-After. */
const USUAL_WAIT_SECONDS = 1

type Parts = { target: Target; vault: Vault; configuration: Configuration; network: Network; requests: number }

/** Measures a server with a few reads. Writes nothing. `requests`: planned by the run. */
export async function probe({ requests, ...parts }: Parts): Promise<Probed> {
  const { target, vault, configuration, network } = parts
  const history = new History(undefined, undefined, { redact: (entry) => vault.words.keptOutOf(entry) })
  const over = AbortSignal.timeout(MOST_MS)
  const client = new Client({
    ...{ target, vault, configuration, network, history, over, givenUp: over },
    budget: new Budget({ maxRequests: MOST_PROBES }),
    userAgent: userAgentOf(newRunName()),
    onGone: () => undefined,
    onRefused: () => undefined,
  })
  const read = (name: EndpointName, key: KeyName = 'A') =>
    client.ask(requestTo(target, name, { key }), { by: INTRODUCTION, part: 'twin', case: name }, { waits: 0 })
  const sent = () => [...history.recording].filter((entry) => entry.kind === 'exchange')
  try {
    const first: Exchange[] = []
    for (const name of READINGS.slice(0, AT_FIRST)) first.push(await read(name))
    const others = READINGS.slice(AT_FIRST)
    const isReached = first.some(succeeded)
    const more = (['A2', 'B'] as const).filter((key) => vault.has(key))
    const atOnce = isReached
      ? await Promise.all([
          ...others.map((name) => read(name)),
          ...more.map((key) => read('GET /models', key)),
          ...Array.from({ length: AT_ONCE - others.length - more.length }, () => read('GET /models')),
        ])
      : []
    const readings = [...first, ...atOnce.slice(0, others.length)]
    // Sends nothing more if there was no response at all.
    if (!isReached && first.some(({ answer }) => answer)) for (const name of others) readings.push(await read(name))
    const why = await whyNoVerdict(readings, { client, target, configuration })
    const stop = why ?? (isAnotherInterface(readings) ? notThisInterface(readings, target) : undefined)
    if (stop !== undefined)
      return { requests: sent().length, stop: vault.scrub(stop), refused: 0, http2: false, refusedKeys: [] }
    const free = freeCapacityIn(readings.find(({ purpose }) => purpose.case === 'GET /capacity'))
    const isRefused = (exchange: Exchange | undefined) => [401, 403].includes((exchange && statusOf(exchange)) ?? 0)
    return {
      requests: sent().length,
      ...measured(first, sent(), requests),
      ...(free !== undefined && { free }),
      http2: first.some(({ http2 }) => http2),
      refusedKeys: more.filter((_, index) => isRefused(atOnce[others.length + index])),
    }
  } finally {
    await client.close()
    history.close()
  }
}

function measured(first: readonly Exchange[], all: readonly Exchange[], requests: number) {
  const refused = all.filter((each) => statusOf(each) === 429)
  const times = first.flatMap((each) => (each.answer ? msOf(each) : []))
  if (times.length === 0) return { refused: refused.length }
  const headers = all.findLast(({ answer }) => answer)!.answer!.headers
  const announced = allowedBy(headers, requests)
  const perSecond = announced ?? rateOf(refused, all)
  return {
    refused: refused.length,
    pace: { answerMs: Math.min(...times), ...(perSecond !== undefined && { perSecond }) },
    ...(perSecond !== undefined && { limit: announced === undefined ? ('refused' as const) : ('announced' as const) }),
  }
}

/** Excludes the time to connect. */
const msOf = ({ ms, phases }: Exchange) => Math.max(0, ms - (phases?.blocked ?? 0) - (phases?.connect ?? 0))

/** The rate, from the requests accepted until the end of Retry-After. Rounded, because most limits are integers. */
function rateOf([refused]: readonly Exchange[], all: readonly Exchange[]): number | undefined {
  if (!refused) return undefined
  const passed = all.filter((each) => each.answer && statusOf(each) !== 429).length
  const seconds = (refused.at - all[0]!.at) / 1000 + (toldToWait(refused) || USUAL_WAIT_SECONDS)
  const perSecond = (passed + 1 / 2) / seconds
  return perSecond < 2 ? perSecond : Math.round(perSecond)
}
