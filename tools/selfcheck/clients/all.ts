import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { selfcheck } from '../selfcheck.ts'
import type { ClientTrial } from './trials.ts'
import { type ClientOutcome, type TryingOut, tryOutClient, untried } from './try-out.ts'
import { openWorkshop } from './workshop.ts'

/** Clients per core: they mostly wait. */
const FOR_EACH_CORE = 12
/** Concurrent scenarios of one client; as many as most wrong ones have. */
const JOBS = 4
/** Starting programs is CPU-bound: many at once would delay time measurements. */
const BETWEEN_STARTS_MS = 120
/** Concurrency of the repetitions, round by round. */
const AGAIN_AT_ONCE = [4, 1]

export type ClientsAsked = {
  signal?: AbortSignal
  onOutcome?: (outcome: ClientOutcome, done: number, of: number) => void
  /** Other work on this machine; timing failures are repeated after it. */
  besides?: Promise<unknown>
}

/**
 * Runs in the main process, without other work, so that times are measured precisely and child processes end with it.
 * Timing failures are repeated with less load, and finally alone, as with `gatecheck client`.
 */
export async function selfcheckClients(
  trials: readonly ClientTrial[],
  { signal, onOutcome, besides }: ClientsAsked = {},
): Promise<ClientOutcome[]> {
  if (trials.length === 0) return []
  const workshop = openWorkshop(signal)
  const tryingOut: TryingOut = { workshop, jobs: JOBS, ...(signal && { signal }) }
  const isOver = () => signal?.aborted === true
  const telling: Pick<ClientsAsked, 'onOutcome'> = onOutcome
    ? { onOutcome: (...told) => (isOver() ? undefined : onOutcome(...told)) }
    : {}
  const turn = oneAfterTheOther(BETWEEN_STARTS_MS)
  try {
    const outcomes = await selfcheck(trials, {
      attempt: async (trial) => {
        if (!isOver()) await turn()
        return tryOutOr(trial, tryingOut)
      },
      atOnce: FOR_EACH_CORE * availableParallelism(),
      ...telling,
    })
    await besides
    for (const atOnce of AGAIN_AT_ONCE) {
      const open = outcomes.flatMap((outcome, index) => (!isOver() && isToBeTriedAgain(outcome) ? [index] : []))
      const attempt = async (index: number): Promise<ClientOutcome> => {
        const again = await tryOutOr(trials[index]!, { ...tryingOut, jobs: atOnce === 1 ? 1 : JOBS })
        outcomes[index] = { ...again, again: true }
        return outcomes[index]
      }
      await selfcheck(open, { attempt, atOnce, ...telling })
    }
    return outcomes
  } finally {
    workshop.close()
  }
}

const isToBeTriedAgain = ({ isDoubtful, stillMissed }: ClientOutcome) => isDoubtful && stillMissed === undefined

/** Delays each call so that consecutive starts are at least so far apart. */
function oneAfterTheOther(ms: number): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const turn = last.then(() => undefined)
    last = turn.then(() => sleep(ms))
    return turn
  }
}

/** A client that cannot run is reported, and the others run. */
async function tryOutOr(trial: ClientTrial, tryingOut: TryingOut): Promise<ClientOutcome> {
  if (tryingOut.signal?.aborted) return untried(trial, 'interrupted')
  try {
    return await tryOutClient(trial, tryingOut)
  } catch (error) {
    return untried(trial, error instanceof Error ? error.message : String(error))
  }
}
