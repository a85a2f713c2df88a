import { didYouMean } from '../../engine/config/nearest-names.ts'
import { UsageError } from '../../engine/config/target.ts'
import type { Acceptance, Baseline } from './baseline/baseline.ts'
import type { DriftChange, DriftReport } from './report.ts'

export type Accepting = { ids: readonly string[]; all?: boolean; reason: string }

/** Adds changes of the last check to the accepted ones of a baseline, and removes those that no longer occur. */
export function accepting(
  baseline: Baseline,
  { changes, stale }: Pick<DriftReport, 'changes' | 'stale'>,
  { ids, all, reason }: Accepting,
): { baseline: Baseline; added: Acceptance[]; dropped: Acceptance[] } {
  const open = changes.filter(({ kind, accepted }) => kind !== 'noise' && accepted === undefined)
  const chosen = all ? causesOf(open) : ids.map((id) => changeCalled(id, changes))
  const added = chosen.map(({ id, what, where }) => ({ id, reason, what, where }))
  const isOut = ({ id }: Acceptance) => stale.some((each) => each.id === id) || added.some((each) => each.id === id)
  const kept = baseline.accepted.filter((each) => !isOut(each))
  const accepted = [...kept, ...added].sort((one, other) => (one.id < other.id ? -1 : 1))
  return { baseline: { ...baseline, accepted }, added, dropped: stale }
}

function changeCalled(id: string, changes: readonly DriftChange[]): DriftChange {
  const found = changes.find((each) => each.id === id)
  if (found) return found
  const ofACause = changes.find((each) => each.cause === id)
  if (ofACause) return { ...ofACause, id }
  const ids = changes.filter(({ kind }) => kind !== 'noise').map((each) => each.id)
  const near = didYouMean(id, ids)
  throw new UsageError(
    `drift accept ${id}: not among the changes of the last check.${near || ` Changes: ${ids.join(', ') || 'none'}`}`,
  )
}

/** One line in the file for a change at several places. */
function causesOf(changes: readonly DriftChange[]): DriftChange[] {
  const groups = [...Map.groupBy(changes, ({ cause }) => cause).values()]
  return groups.map(([first, ...others]) => ({ ...first!, ...(others.length > 0 && { id: first!.cause }) }))
}
