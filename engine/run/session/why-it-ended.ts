import type { CutShort, Skipped } from '../../history/entry/entries.ts'
import { OverBudget, RunIsOver } from '../../http/limits/over-budget.ts'
import type { Vault } from '../../keys/vault.ts'
import { causeOf, NotTested } from '../not-tested.ts'

type Circumstances = { isInterrupted: boolean; vault: Pick<Vault, 'scrub'> }

/** Whose fault it is that a phase did not come to its end: the set-up's, the budget's, the clock's, or our own. */
export function whyItEnded(by: string, error: unknown, { isInterrupted, vault }: Circumstances): Skipped | CutShort {
  if (error instanceof NotTested) return { kind: 'skipped', by, why: error.message, cause: error.cause }
  if (error instanceof RunIsOver) {
    const how = isInterrupted ? 'interrupted' : 'deadline'
    return { kind: 'cut-short', by, why: 'the run ended first', cause: { kind: 'run ended', how } }
  }
  if (error instanceof OverBudget) return { kind: 'cut-short', by, why: error.message, cause: causeOf(error) }
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { kind: 'cut-short', by, why: vault.scrub(why), cause: { kind: 'suite fault' }, fault: true }
}
