import { LIMITS } from '../../../engine/config/limits.ts'
import type { ClientReport } from '../../../reporters/outcome/clients/report.ts'
import type { Level } from '../../../spec/clause.ts'
import { type ClientClauseId, clientClause } from '../../../spec/clients/clauses.ts'
import { certificationReport } from '../../client/report.ts'
import type { ClientScenario } from '../../client/scenarios/scenario.ts'
import { brokenByTime } from '../../client/trial/timing.ts'
import { type Tried, tryAll } from '../../client/trial/trials.ts'
import type { ClientTrial } from './trials.ts'
import type { Workshop } from './workshop.ts'

type InScenario = { name: string; seconds: number; exit: number | null; broken: ClientClauseId[] }
type Accused = { clause: ClientClauseId; level: Level; scenario?: string; expected?: string; received?: string }

/** Whether the violated clause failed, only others, or none. */
export type HowCaught = 'by its clause' | 'by another' | 'not'

export type ClientOutcome = {
  kind: ClientTrial['kind']
  id: string
  about: string
  /** Clause that a wrong client violates. */
  breaks?: ClientClauseId
  level?: Level
  caught?: HowCaught
  stillMissed?: string
  /** A wrong client was caught by its clause, or a correct one passed. */
  right: boolean
  scenarios: InScenario[]
  accused: Accused[]
  /** Internal errors. */
  faults: string[]
  requests: number
  /** The result is unexpected, and a busy machine may be the reason. */
  isDoubtful: boolean
  /** Result of a repetition with nothing else running. */
  again?: true
}

export type TryingOut = {
  workshop: Workshop
  /** Concurrent scenarios per client; with 1, nothing is repeated. */
  jobs: number
  signal?: AbortSignal
}

const SEED = 1

/** Tests a client like `gatecheck client`. */
export async function tryOutClient(trial: ClientTrial, { workshop, jobs, signal }: TryingOut): Promise<ClientOutcome> {
  const command = await workshop.commandOf(trial.client)
  const about = { command, seed: SEED, startedAt: new Date().toISOString(), seconds: 0, strict: true }
  const triedIn = async (scenarios: readonly ClientScenario[]) => {
    const asked = { command, jobs, seed: SEED, timeoutMs: LIMITS.clientMs, environment: workshop.environment }
    const trials = await tryAll({ ...asked, scenarios, ...(signal && { signal }) })
    return { tried: trials.tried, report: certificationReport({ ...trials, ...about }) }
  }
  const own = await triedIn(trial.scenarios)
  return outcomeOf(trial, own)
}

type Came = { report: ClientReport; tried: readonly Tried[] }

function outcomeOf(trial: ClientTrial, { report, tried }: Came): ClientOutcome {
  const { client, kind } = trial
  const broken = new Set(report.scenarios.flatMap((each) => each.broken))
  const caught = client.kind === 'wrong' ? howCaught(client.breaks, broken) : undefined
  const accused = report.clauses.filter(({ verdict }) => verdict === 'fail').map(accusation)
  const decides = caught === undefined ? broken.size === 0 : caught === 'by its clause'
  const faults = [...report.faults, ...notTried(report)]
  return {
    ...{ kind, id: client.id, about: client.about },
    ...wrongness(trial),
    ...(caught && { caught }),
    right: decides && faults.length === 0,
    scenarios: report.scenarios.map(({ name, seconds, exit, broken }) => ({ name, seconds, exit, broken })),
    ...{ accused, faults },
    requests: report.clients.reduce((sum, { requests }) => sum + requests, 0),
    // Under load, the fault of a wrong client may not occur, or not clearly.
    isDoubtful: !decides && (client.kind === 'wrong' || tried.some(isOfTime)),
  }
}

/** An outcome without a result, due to an internal error. */
export function untried(trial: ClientTrial, why: string): ClientOutcome {
  const { kind, client } = trial
  return {
    ...{ kind, id: client.id, about: client.about, ...wrongness(trial) },
    ...(client.kind === 'wrong' && { caught: 'not' as const }),
    ...{ right: false, scenarios: [], accused: [], faults: [why], requests: 0, isDoubtful: false },
  }
}

function wrongness({ client }: ClientTrial) {
  if (client.kind !== 'wrong') return {}
  const { breaks, stillMissed } = client
  return { breaks, level: clientClause(breaks).level, ...(stillMissed !== undefined && { stillMissed }) }
}

function howCaught(breaks: ClientClauseId, broken: ReadonlySet<ClientClauseId>): HowCaught {
  if (broken.has(breaks)) return 'by its clause'
  return broken.size > 0 ? 'by another' : 'not'
}

function accusation({ id, level, scenario, expected, received }: ClientReport['clauses'][number]): Accused {
  return {
    ...{ clause: id, level },
    ...(scenario !== undefined && { scenario }),
    ...(expected !== undefined && { expected }),
    ...(received !== undefined && { received }),
  }
}

/** A client that did not start, or sent no request, shows nothing. */
function notTried({ obstacle, scenarios }: ClientReport): string[] {
  if (obstacle?.kind === 'not started' || obstacle?.kind === 'nothing sent') return [obstacle.what]
  return scenarios.every(({ untried }) => untried) ? ['it ran in none of its scenarios'] : []
}

/** Whether a busy machine may explain the result. */
function isOfTime({ trial, alone }: Tried): boolean {
  if (!trial) return false
  if (brokenByTime(trial).length > 0 || (alone && alone.confirmed.length < alone.clauses.length)) return true
  return trial.judgement.clauses.some(
    ({ verdict }) => verdict.verdict === 'not judged' && verdict.cause.kind === 'recorder late',
  )
}
