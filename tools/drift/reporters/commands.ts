import { excerpt } from '../../../engine/history/reading/words.ts'
import { typed } from '../../../reporters/curl/shell-words.ts'
import type { Entry } from './entries.ts'

/** Where things lie that a command has to name, where they do not lie as usual. */
export type Places = {
  /** Where the check lies, if not where everything looks first. */
  folder?: string
  /** The file of the baseline, likewise. */
  baseline?: string
}

/** A baseline edited by hand may contain anything. */
const LONGEST_ID = 40

/** To be copied, and its reason to be filled in. */
export function acceptLine(ids: readonly string[], { baseline, folder }: Places = {}): string {
  const known = baseline === undefined ? '' : ` --baseline ${typed(baseline)}`
  const file = folder === undefined ? known : `${known} --out ${typed(folder)}`
  return `npx gatecheck drift accept ${ids.map((id) => typed(excerpt(id, LONGEST_ID))).join(' ')}${file} --reason "…"`
}

/** What happened at several places has one name. */
export function idsOf({ changes }: Pick<Entry, 'changes'>): string[] {
  const causes = [...Map.groupBy(changes, ({ cause }) => cause)]
  return causes.map(([cause, [first, ...others]]) => (others.length > 0 ? cause : first!.id))
}

/** The exchanges that show it, the first of them to be looked up. */
export function evidenceOf({ changes }: Pick<Entry, 'changes'>): number[] {
  return [...new Set(changes.flatMap(({ evidence }) => evidence))].sort((one, other) => one - other)
}

export const showLine = (n: number, { folder }: Places = {}) =>
  `npx gatecheck show ${n}${folder === undefined ? '' : ` ${typed(folder)}`}`
