import { certificationReport } from '../../clients/report.ts'
import type { ClientScenario } from '../../clients/scenarios/scenario.ts'
import { brokenByTime } from '../../clients/trial/timing.ts'
import { type Tried, tryAll } from '../../clients/trial/trials.ts'
import type { FirstSight } from '../../fixtures/clients/all.ts'
import type { ClientReport } from '../../runner/report/clients/report.ts'
import { BOUNDS } from '../../runner/settings/bounds/bounds.ts'
import type { Level } from '../../spec/clause.ts'
import type { ClientClauseId } from '../../spec/clients/clauses.ts'
import { type ClientTrial, clausesOf } from './trials.ts'
import type { Workshop } from './workshop.ts'

type InScenario = { name: string; seconds: number; exit: number | null; broken: ClientClauseId[] }
type Accused = { clause: ClientClauseId; level: Level; scenario?: string; expected?: string; received?: string }

export type ClientOutcome = {
  kind: ClientTrial['kind']
  id: string
  about: string
  /** What a wrong one breaks, in the words of its writer, and the clauses that say so. */
  breaks?: string
  level?: Level
  clauses?: readonly ClientClauseId[]
  /** How a wrong one was caught. */
  caught?: FirstSight
  atFirstSight?: FirstSight
  stillMissed?: string
  /** A wrong one is caught by its clause, a right one accused of nothing. */
  right: boolean
  scenarios: InScenario[]
  /** Where it showed itself though it was not to. */
  elsewhere: string[]
  accused: Accused[]
  /** What went wrong in the suite itself. */
  faults: string[]
  requests: number
  /** Not as it should be, and a machine that was late may be why. */
  isDoubtful: boolean
  /** It was tried again when nothing else was under way, and this is what came of that. */
  again?: true
}

export type TryingOut = {
  workshop: Workshop
  /** How many scenarios of one client at once; with one alone nothing is repeated. */
  jobs: number
  signal?: AbortSignal
}

const SEED = 1

/** A client, as `gatecheck client` tries and judges it. */
export async function tryOutClient(trial: ClientTrial, { workshop, jobs, signal }: TryingOut): Promise<ClientOutcome> {
  const command = await workshop.commandOf(trial.client)
  const about = { command, seed: SEED, startedAt: new Date().toISOString(), seconds: 0, strict: true }
  const triedIn = async (scenarios: readonly ClientScenario[]) => {
    const asked = { command, jobs, seed: SEED, timeoutMs: BOUNDS.clientMs.most, environment: workshop.environment }
    const trials = await tryAll({ ...asked, scenarios, ...(signal && { signal }) })
    return { tried: trials.tried, report: certificationReport({ ...trials, ...about }) }
  }
  const own = await triedIn(trial.scenarios)
  // Apart, for what stands in its way there may stand in its way everywhere.
  const elsewhere = trial.elsewhere.length === 0 ? undefined : await triedIn(trial.elsewhere)
  return { ...outcomeOf(trial, own), elsewhere: namesOfBroken(elsewhere?.report.scenarios ?? []) }
}

const namesOfBroken = (scenarios: ClientReport['scenarios']) =>
  scenarios.filter(({ broken }) => broken.length > 0).map(({ name }) => name)

type Came = { report: ClientReport; tried: readonly Tried[] }

function outcomeOf(trial: ClientTrial, { report, tried }: Came): Omit<ClientOutcome, 'elsewhere'> {
  const { client, kind } = trial
  const broken = new Set(report.scenarios.flatMap((each) => each.broken))
  const caught = client.kind === 'wrong' ? howCaught(trial, broken) : undefined
  const accused = report.clauses.filter(({ verdict }) => verdict === 'fail').map(accusation)
  const decides = caught === undefined ? broken.size === 0 : caught === 'by its clause'
  const faults = [...report.faults, ...notTried(report)]
  return {
    ...{ kind, id: client.id, about: client.about },
    ...wrongness(trial),
    ...(caught && { caught }),
    right: client.kind === 'disputed' || (decides && faults.length === 0),
    scenarios: report.scenarios.map(({ name, seconds, exit, broken }) => ({ name, seconds, exit, broken })),
    ...{ accused, faults },
    requests: report.clients.reduce((sum, { requests }) => sum + requests, 0),
    // Under load, a wrong one may not come to do what is wrong with it, or not so that it can be told from chance.
    isDoubtful: !decides && (client.kind === 'wrong' || tried.some(isOfTime)),
  }
}

/** Nothing is known of it, and that is no fault of its own. */
export function untried(trial: ClientTrial, why: string): ClientOutcome {
  const { kind, client } = trial
  return {
    ...{ kind, id: client.id, about: client.about, ...wrongness(trial) },
    ...(client.kind === 'wrong' && { caught: 'not' as const }),
    ...{ right: false, scenarios: [], elsewhere: [], accused: [], faults: [why], requests: 0, isDoubtful: false },
  }
}

function wrongness({ client }: ClientTrial) {
  if (client.kind !== 'wrong') return {}
  const { breaks, level, atFirstSight, stillMissed } = client
  return {
    ...{ breaks, level, clauses: clausesOf(client) },
    ...(atFirstSight && { atFirstSight }),
    ...(stillMissed !== undefined && { stillMissed }),
  }
}

function howCaught({ client }: ClientTrial, broken: ReadonlySet<ClientClauseId>): FirstSight {
  if (clausesOf(client).some((clause) => broken.has(clause))) return 'by its clause'
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

/** One that could not be started, or never came to the service, has shown nothing of anybody. */
function notTried({ obstacle, scenarios }: ClientReport): string[] {
  if (obstacle?.kind === 'not started' || obstacle?.kind === 'nothing sent') return [obstacle.what]
  return scenarios.every(({ untried }) => untried) ? ['it was tried in none of its scenarios'] : []
}

/** What it is accused of, or is not, a machine that was late may have done as well. */
function isOfTime({ trial, alone }: Tried): boolean {
  if (!trial) return false
  if (brokenByTime(trial).length > 0 || (alone && alone.confirmed.length < alone.clauses.length)) return true
  return trial.judgement.clauses.some(
    ({ verdict }) => verdict.verdict === 'not judged' && verdict.cause.kind === 'recorder late',
  )
}
