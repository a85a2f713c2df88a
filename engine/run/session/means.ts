import { History, type OnUnwritable, type Redact } from '../../history/history.ts'
import { Budget } from '../../http/limits/budget.ts'
import type { SessionOptions } from './options.ts'

/** The history of a run: a new one, or that of a run which goes on. */
export function historyOf(
  { historyPath, resumption }: SessionOptions,
  onUnwritable: OnUnwritable,
  redact: Redact,
): History {
  const more = resumption && { before: resumption.recording, limits: resumption.earlier.answerLimits }
  return new History(historyPath, onUnwritable, { redact, ...more })
}

/** What it may spend, of which some is spent. */
export function budgetOf({ configuration, resumption, plan }: SessionOptions): Budget {
  const before = resumption && { ...resumption.earlier.spent, orders: resumption.earlier.orders }
  return new Budget(configuration, { ceiling: plan.ceiling, before })
}
