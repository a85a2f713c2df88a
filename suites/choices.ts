import type { Phase } from '../runner/driving/phase.ts'
import type { Exchange } from '../runner/history/exchange.ts'
import { mayPass } from '../runner/history/transient.ts'
import { list } from '../runner/history/words.ts'
import { type About, type Check, type Facts, observation } from '../runner/judging/check.ts'
import { undecided } from '../runner/judging/probes.ts'
import type { OpenPointId } from '../spec/open-points.ts'

type Notes = { seen: Map<string, number[]> }

type ChoiceOf = About & {
  open: OpenPointId
  /** The choice that one exchange shows, in words; undefined where it shows none. */
  shown(exchange: Exchange, facts: Facts): string | undefined
  /** Where several are to be expected (a job passes several states), they make up one choice together. */
  together?: true
}

/** An open point whose choice shows in single exchanges. Several choices in one run are named as such, never judged. */
export function choiceShownBy({ shown, together, ...named }: ChoiceOf): Check {
  return observation<Notes>({
    ...named,
    begin: () => ({ seen: new Map() }),
    see({ seen }, exchange, facts) {
      const choice = exchange.answer && !mayPass(exchange) ? shown(exchange, facts) : undefined
      if (choice === undefined) return
      const evidence = seen.get(choice) ?? []
      if (evidence.length < 5) evidence.push(exchange.n)
      seen.set(choice, evidence)
    },
    conclude({ seen }) {
      if (seen.size === 0) return undefined
      const choices = [...seen.keys()]
      const evidence = [...seen.values()].flat()
      if (together) return { choice: choices.sort().join(', '), evidence }
      return {
        choice: list(choices, 'or'),
        evidence,
        ...(choices.length > 1 && { inconsistent: `${choices.length} different choices in one run` }),
      }
    },
  })
}

/** The choice shown by the exchanges that this observation sent itself. */
export function choiceTried(
  { cost, drive, ...about }: Omit<ChoiceOf, 'shown' | 'together' | 'phases'> & Pick<Phase, 'cost' | 'drive'>,
  shown: (exchange: Exchange) => string | undefined,
): Check {
  return choiceShownBy({
    ...about,
    phases: [{ name: about.id, cost, drive }],
    shown: (exchange) => (exchange.purpose.by === about.id && !undecided(exchange) ? shown(exchange) : undefined),
  })
}
