import { excerpt } from '../../../engine/history/reading/words.ts'
import { typed } from '../../../reporters/curl/shell-words.ts'
import type { Entry } from './entries.ts'

/** Paths for printed commands, if not the defaults. */
export type Places = {
  /** Folder of the check, if not the default. */
  folder?: string
  /** File of the baseline, if not the default. */
  baseline?: string
}

/** A baseline edited by hand may contain anything. */
const LONGEST_ID = 40

/** A command to copy; the user fills in the reason. */
export function acceptLine(ids: readonly string[], { baseline, folder }: Places = {}): string {
  const known = baseline === undefined ? '' : ` --baseline ${typed(baseline)}`
  const file = folder === undefined ? known : `${known} --out ${typed(folder)}`
  return `npx gatecheck drift accept ${ids.map((id) => typed(excerpt(id, LONGEST_ID))).join(' ')}${file} --reason "…"`
}

/** The same change at several places has one id. */
export function idsOf({ changes }: Pick<Entry, 'changes'>): string[] {
  const causes = [...Map.groupBy(changes, ({ cause }) => cause)]
  return causes.map(([cause, [first, ...others]]) => (others.length > 0 ? cause : first!.id))
}

/** The exchanges that show it, the best first. */
export function evidenceOf({ changes }: Pick<Entry, 'changes'>): number[] {
  return [...new Set(changes.flatMap(({ evidence }) => evidence))].sort((one, other) => one - other)
}

export const showLine = (n: number, { folder }: Places = {}) =>
  `npx gatecheck show ${n}${folder === undefined ? '' : ` ${typed(folder)}`}`
