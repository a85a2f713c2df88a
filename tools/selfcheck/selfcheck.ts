import type { Outcome, Trial } from './trial.ts'

export type SelfcheckOptions<One = Trial, Came = Outcome> = {
  /** Runs one trial. */
  attempt: (trial: One) => Promise<Came>
  atOnce: number
  onOutcome?: (outcome: Came, done: number, of: number) => void
}

/** The outcomes, in the order of the trials. */
export async function selfcheck<One = Trial, Came = Outcome>(
  trials: readonly One[],
  { attempt, atOnce, onOutcome }: SelfcheckOptions<One, Came>,
): Promise<Came[]> {
  const waiting = trials.entries()
  const outcomes: Came[] = []
  let done = 0
  const worker = async () => {
    for (const [index, trial] of waiting) {
      const outcome = await attempt(trial)
      outcomes[index] = outcome
      onOutcome?.(outcome, ++done, trials.length)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return outcomes
}

/** Timing faults can be missed on a busy machine: repeats unexpectedly missed ones, one by one. */
export async function tryMissedAgain(
  trials: readonly Trial[],
  outcomes: readonly Outcome[],
  { attempt, onOutcome }: Omit<SelfcheckOptions, 'atOnce'>,
): Promise<Outcome[]> {
  const last = [...outcomes]
  const open = outcomes.flatMap((outcome, index) => (isMissed(outcome) ? [index] : []))
  const again = async (index: number): Promise<Outcome> => {
    last[index] = await attempt(trials[index]!)
    return last[index]
  }
  await selfcheck(open, { attempt: again, atOnce: 1, ...(onOutcome && { onOutcome }) })
  return last
}

const isMissed = ({ kind, right, stillMissed, faults }: Outcome): boolean =>
  ['fault', 'implementation fault', 'change'].includes(kind) &&
  !right &&
  stillMissed === undefined &&
  faults.length === 0
