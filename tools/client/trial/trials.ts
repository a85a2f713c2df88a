import type { Obstacle, TriedAlone } from '../../../reporters/outcome/clients/report.ts'
import type { ClientClauseId } from '../../../spec/clients/clauses.ts'
import type { ClientScenario } from '../scenarios/scenario.ts'
import { ClientLateness } from '../watching/lateness.ts'
import { obstacleIn } from './obstacle.ts'
import { afterTriedAlone, brokenByTime } from './timing.ts'
import { countedTogether } from './together.ts'
import { type Trial, type Trying, tryIn } from './trial.ts'

/** Result of one scenario; without a trial if it was not run. */
export type Tried = {
  scenario: ClientScenario
  trial?: Trial
  alone?: TriedAlone
  /** Clauses that it fails only together with other scenarios. */
  together?: readonly ClientClauseId[]
  /** An internal error; the other scenarios run anyway. */
  fault?: string
}

export type Trials = {
  tried: Tried[]
  /** The common reason of all failures, if there is one. */
  obstacle?: Obstacle
  isInterrupted: boolean
}

export type TellingOfTrials = {
  /** A scenario starts; `alone`: it is a repetition. */
  began?(scenario: ClientScenario, alone: boolean): void
  seen?(scenario: ClientScenario, requests: number): void
  ended?(tried: Tried): void
}

export type TrialsAsked = Omit<Trying, 'lateness' | 'onSeen'> & {
  scenarios: readonly ClientScenario[]
  /** Maximum of concurrent scenarios. */
  jobs: number
  telling?: TellingOfTrials
}

/** Runs the first scenario alone, since its obstacles affect all; then several at once. */
export async function tryAll({ scenarios, jobs, telling = {}, ...asked }: TrialsAsked): Promise<Trials> {
  const lateness = new ClientLateness()
  const trying: Trying = {
    ...asked,
    lateness,
    ...(telling.seen && { onSeen: telling.seen }),
  }
  const all = new Map<ClientScenario, Tried>(scenarios.map((scenario) => [scenario, { scenario }]))
  const isOver = () => asked.signal?.aborted === true
  const tryOne = async (scenario: ClientScenario) => {
    telling.began?.(scenario, false)
    const attempt = await attempted(scenario, trying)
    if (isOver()) return
    all.set(scenario, { scenario, ...attempt })
    telling.ended?.(all.get(scenario)!)
  }
  try {
    const [first, ...others] = scenarios
    if (first) await tryOne(first)
    const known = first && all.get(first)?.trial
    const obstacle = known && obstacleIn(known)
    // A client that is refused on purpose has met no obstacle.
    const isStopped = obstacle !== undefined && (scenarios.length === 1 || known!.scenario.rightEnd !== 'failure')
    if (!isStopped) {
      await atOnce(others, jobs, async (scenario) => (isOver() ? undefined : tryOne(scenario)))
      if (!isOver()) countTogether(all)
      if (jobs > 1) await repeatAlone(all, trying, telling, isOver)
      for (const tried of all.values()) if (tried.together && !tried.alone) telling.ended?.(tried)
    }
    return { tried: [...all.values()], ...(isStopped && { obstacle }), isInterrupted: isOver() }
  } finally {
    lateness.close()
  }
}

async function attempted(scenario: ClientScenario, trying: Trying): Promise<{ trial: Trial } | { fault: string }> {
  try {
    return { trial: await tryIn(scenario, trying) }
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

async function atOnce<Each>(all: readonly Each[], most: number, act: (each: Each) => Promise<void>): Promise<void> {
  const waiting = [...all]
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await act(next)
  }
  await Promise.all(Array.from({ length: most }, worker))
}

function countTogether(all: Map<ClientScenario, Tried>): void {
  const trials = [...all.values()].flatMap(({ trial }) => (trial ? [trial] : []))
  for (const { trial, clauses: together } of countedTogether(trials))
    all.set(trial.scenario, { scenario: trial.scenario, trial, together })
}

/**
 * A timing failure on a busy machine counts only if it recurs with nothing else running. Once confirmed, the same
 * failure of other scenarios needs no repetition.
 */
async function repeatAlone(
  all: Map<ClientScenario, Tried>,
  trying: Trying,
  telling: TellingOfTrials,
  isOver: () => boolean,
): Promise<void> {
  const confirmed = new Set<ClientClauseId>()
  const byDuration = [...all.values()].sort((one, other) => lasted(one) - lasted(other))
  for (const { scenario, trial, together } of byDuration) {
    if (!trial || isOver()) continue
    const open = brokenByTime(trial).filter((id) => !confirmed.has(id))
    if (open.length === 0) continue
    telling.began?.(scenario, true)
    const again = await attempted(scenario, trying)
    if (isOver()) return
    const { alone, trial: settled } = afterTriedAlone(trial, 'trial' in again ? again.trial : NOTHING_JUDGED, together)
    for (const id of alone.confirmed) confirmed.add(id)
    const fault = 'fault' in again && { fault: again.fault }
    all.set(scenario, { scenario, trial: settled, alone, ...(together && { together }), ...fault })
    telling.ended?.(all.get(scenario)!)
  }
}

const NOTHING_JUDGED = { judgement: { clauses: [], open: [], clients: [], seen: [], faults: [] } }

const lasted = ({ trial }: Tried) => trial?.ended.seconds ?? Number.POSITIVE_INFINITY
