import { History, type OnUnwritable, type Redact } from '../../history/history.ts'
import { Budget } from '../../http/limits/budget.ts'
import { trying } from '../folder/out-folder.ts'
import type { SessionOptions } from './options.ts'

/** A new history, or that of the resumed run. */
export function historyOf(
  { historyPath, resumption }: SessionOptions,
  onUnwritable: OnUnwritable,
  redact: Redact,
): History {
  const more = resumption && { before: resumption.recording, limits: resumption.earlier.answerLimits }
  return trying(`${historyPath}: cannot be written`, () => new History(historyPath, onUnwritable, { redact, ...more }))
}

/** `clauseOf`: the only clause that a phase is about, if it is about one. */
export function budgetOf(
  { configuration, resumption, plan }: SessionOptions,
  clauseOf: (phase: string) => string | undefined,
): Budget {
  if (!resumption) return new Budget(configuration, { ceiling: plan.ceiling })
  const { spent, planned, unexpected } = resumption.earlier
  const clauses = Map.groupBy(unexpected, ({ breaks, by }) => breaks ?? clauseOf(by) ?? by)
  const acceptedOf = new Map([...clauses].map(([clause, all]) => [clause, all.length]))
  return new Budget(configuration, { ceiling: plan.ceiling, before: { ...spent, planned, acceptedOf } })
}
