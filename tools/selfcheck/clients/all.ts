import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { selfcheck } from '../selfcheck.ts'
import type { ClientTrial } from './trials.ts'
import { type ClientOutcome, type TryingOut, tryOutClient, untried } from './try-out.ts'
import { openWorkshop } from './workshop.ts'

/** They wait far more than they work. */
const FOR_EACH_CORE = 12
/** Scenarios of one client; as many as most wrong ones have. */
const JOBS = 4
/** A program that starts is all work: many that start in one moment make whoever looks at the clock late. */
const BETWEEN_STARTS_MS = 120
/** How many of them are tried again at once, and then how many of those that are left. */
const AGAIN_AT_ONCE = [4, 1]

export type ClientsAsked = {
  signal?: AbortSignal
  onOutcome?: (outcome: ClientOutcome, done: number, of: number) => void
  /** All else that keeps the machine busy; what came too late is tried again behind it. */
  besides?: Promise<unknown>
}

/**
 * In this process, which has nothing else to do: where others are tried as well, whoever looks at the clock would be late,
 * and the programs that were started have to end with it. What a busy machine may have done is tried again when it is
 * less so, and in the end with nothing else under way, as a person who types `gatecheck client` would have it.
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

/** Each call is answered so long after the one before, at the soonest. */
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
