import type { Disguise } from '../../history/disguise.ts'
import type { OnUnwritable } from '../../history/file/file-being-written.ts'
import { History } from '../../history/history.ts'
import { Budget } from '../../http/limits/budget.ts'
import type { SessionOptions } from './options.ts'

/** The history of a run: a new one, or that of a run which goes on. */
export function historyOf(
  { historyPath, resumption }: SessionOptions,
  onUnwritable: OnUnwritable,
  disguise: Disguise,
): History {
  const more = resumption && { before: resumption.before, room: resumption.earlier.room }
  const history = new History(historyPath, onUnwritable, { disguise, ...more })
  if (resumption) history.goesOn(resumption.earlier.began)
  return history
}

/** What it may spend, of which some is spent. */
export function budgetOf({ configuration, resumption, plan }: SessionOptions): Budget {
  const before = resumption && { ...resumption.earlier.spent, orders: resumption.earlier.orders }
  return new Budget(configuration, { ceiling: plan.ceiling, before })
}
