import type { ClauseId } from '../../spec/clauses.ts'
import type { Began } from '../history/entry/entries.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import type { Recording } from '../history/recording.ts'
import type { Amount } from './report.ts'
import { isDrawn } from './tally.ts'

type CheckTried = { id: string; clause: ClauseId; tried?: number }

export type Amounts = {
  ofClause(id: ClauseId): Amount | undefined
  /** The most requests of the whole run that were in flight at once. */
  parallel: number
}

/** Counted by the clock of events, not by time: a slow machine changes nothing. */
export function amountsOf(recording: Recording, began: Began, checks: readonly CheckTried[]): Amounts {
  const all = new InFlight()
  const byPhase = new Map<string, InFlight>()
  const generated = new Map<ClauseId, number>()
  for (const entry of recording) {
    if (entry.kind !== 'exchange') continue
    const { by, breaks } = entry.purpose
    const phase = byPhase.get(by) ?? new InFlight()
    byPhase.set(by, phase)
    phase.add(entry)
    all.add(entry)
    if (breaks !== undefined && isDrawn(entry)) generated.set(breaks, (generated.get(breaks) ?? 0) + 1)
  }
  const parallel = all.most()
  const mostOf = new Map([...byPhase].map(([by, phase]) => [by, phase.most()]))
  const phasesOf = new Map(began.planned.map(({ id, phases = [] }) => [id, phases]))
  // A rule without a phase of its own looks at all requests.
  const parallelIn = (check: string) => {
    const own = (phasesOf.get(check) ?? []).flatMap((phase) => mostOf.get(phase) ?? [])
    return own.length === 0 ? parallel : Math.max(...own)
  }
  const ofClause = new Map<ClauseId, Amount>()
  for (const { id, clause, tried } of checks) {
    if (tried === undefined) continue
    const known = ofClause.get(clause) ?? { cases: 0, generated: generated.get(clause) ?? 0, parallel: 0 }
    known.cases += tried
    known.parallel = Math.max(known.parallel, parallelIn(id))
    ofClause.set(clause, known)
  }
  return { ofClause: (id) => ofClause.get(id), parallel }
}

class InFlight {
  readonly #moments: [at: number, change: 1 | -1][] = []

  add({ sent, received }: Exchange): void {
    this.#moments.push([sent, 1], [received, -1])
  }

  most(): number {
    let most = 0
    let now = 0
    for (const [, change] of this.#moments.toSorted(([one], [other]) => one - other)) {
      now += change
      most = Math.max(most, now)
    }
    return most
  }
}
