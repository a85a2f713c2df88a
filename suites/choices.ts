import type { Exchange } from '../engine/history/entry/exchange.ts'
import { mayPass } from '../engine/history/reading/facts.ts'
import { list } from '../engine/history/reading/words.ts'
import { type About, type Check, type Choice, type Facts, observation } from '../engine/judge/check.ts'
import { undecided } from '../engine/judge/probes.ts'
import type { Phase } from '../engine/run/phase.ts'
import type { OpenPointId } from '../spec/open-points.ts'

/** The value of a choice, with words if the value is not clear by itself. */
export type Chosen = string | { value: string; words: string }

type Display = {
  /** Several values are expected and form one choice. */
  together?: true
  /** The words if no value has any. */
  none?: string
  /** Replaces the usual words for several values in one run. */
  wavering?: string
}

export const MOST_EVIDENCE = 5

/** The values that a server chose, and the exchanges that show them, in an order that does not depend on time. */
export class ChoicesSeen {
  readonly #values = new Map<string, { words: string; evidence: number[] }>()

  note(shown: Chosen, ...evidence: number[]): void {
    const { value, words } = typeof shown === 'string' ? { value: shown, words: shown } : shown
    const known = this.#values.get(value) ?? { words, evidence: [] }
    known.evidence.push(...evidence.slice(0, MOST_EVIDENCE - known.evidence.length))
    this.#values.set(value, known)
  }

  choice({ together, none = 'none', wavering }: Display = {}): Choice | undefined {
    if (this.#values.size === 0) return undefined
    const values = inOrder([...this.#values.keys()])
    const seen = values.map((value) => this.#values.get(value)!)
    const words = seen.map((each) => each.words).filter((each) => each !== '')
    const several = values.length > 1 && !together && (wavering ?? `${values.length} behaviours in this run`)
    return {
      choice: words.length === 0 ? none : together ? words.join(', ') : list(words, 'or'),
      values,
      evidence: seen.flatMap(({ evidence }) => evidence),
      ...(several && { inconsistent: several }),
    }
  }
}

/** Numerically if all are numbers. */
function inOrder(values: readonly string[]): string[] {
  const isNumber = values.every((value) => /^\d+$/.test(value))
  return values.toSorted(isNumber ? (one, other) => Number(one) - Number(other) : undefined)
}

type ChoiceOf = Omit<About, 'id'> & {
  /** The id of the open point by default. */
  id?: string
  open: OpenPointId
  /** The choice that an exchange shows, if any. */
  shown(exchange: Exchange, facts: Facts): Chosen | undefined
} & Pick<Display, 'together' | 'none'>

/** An open point whose choice a single exchange shows. */
export function choiceShownBy({ shown, together, none, ...named }: ChoiceOf): Check {
  return observation<ChoicesSeen>({
    id: named.open,
    ...named,
    begin: () => new ChoicesSeen(),
    see(seen, exchange, facts) {
      const one = exchange.answer && !mayPass(exchange) ? shown(exchange, facts) : undefined
      if (one !== undefined) seen.note(one, exchange.n)
    },
    conclude: (seen) => seen.choice({ ...(together && { together }), ...(none !== undefined && { none }) }),
  })
}

/** The same for exchanges that the observation sends itself. */
export function choiceTried(
  { max, drive, ...about }: Omit<ChoiceOf, 'shown' | 'together' | 'none' | 'phases'> & Pick<Phase, 'max' | 'drive'>,
  shown: (exchange: Exchange) => Chosen | undefined,
): Check {
  const name = about.id ?? about.open
  return choiceShownBy({
    ...about,
    phases: [{ name, max, drive }],
    shown: (exchange) => (exchange.purpose.by === name && !undecided(exchange) ? shown(exchange) : undefined),
  })
}
