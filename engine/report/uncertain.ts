import type { AboutToSubmit, HistoryEntry } from '../history/entry/entries.ts'
import type { Exchange, FailureKind } from '../history/entry/exchange.ts'

/** A submission of which nobody knows whether it became a job. */
export type Uncertain = { n: number; at: number; by: string; case?: string; videoSeconds: number; why: string }

/** Nothing of the request had left when it failed so. */
const NOTHING_WAS_SENT: readonly FailureKind[] = ['refused', 'dns', 'tls']

/** Goes through a history, and holds of it what was to be submitted and has no answer. */
export class Uncertainties {
  readonly #noted = new Map<number, AboutToSubmit>()
  readonly #lost = new Map<number, Uncertain>()

  see(entry: HistoryEntry): void {
    if (entry.kind === 'about to submit') this.#noted.set(entry.n, entry)
    if (entry.kind !== 'exchange') return
    const noted = this.#noted.get(entry.n)
    if (!noted) return
    this.#noted.delete(entry.n)
    if (isLost(entry)) this.#lost.set(entry.n, told(noted, entry.failure!.message))
  }

  /** Those whose answer nobody wrote down, either: the run broke off before. */
  neverWritten(): readonly AboutToSubmit[] {
    return [...this.#noted.values()]
  }

  all(): Uncertain[] {
    const broken = this.neverWritten().map((each) => told(each, 'the run was interrupted before a response'))
    return [...this.#lost.values(), ...broken].sort((one, other) => one.n - other.n)
  }
}

const isLost = ({ answer, failure }: Exchange) =>
  answer === undefined && failure !== undefined && !NOTHING_WAS_SENT.includes(failure.kind)

const told = ({ n, at, by, case: what, videoSeconds }: AboutToSubmit, why: string): Uncertain => ({
  ...{ n, at, by, ...(what !== undefined && { case: what }), videoSeconds, why },
})
