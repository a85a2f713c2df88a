import { didYouMean } from '../../engine/config/nearest-names.ts'
import { UsageError } from '../../engine/config/target.ts'

/** "faults" includes those of implementations, "clients" right and wrong ones. */
const KINDS = [
  ...['fault', 'implementation fault', 'variant', 'implementation', 'undecidable', 'change'],
  ...['right client', 'wrong client'],
]

/** How a trial can be selected: by its kind, or part of a name. */
export type Askable = { kind: string; names: readonly string[] }

/** The trials that match a pattern; all if there is none. */
export function selected<One>(trials: readonly One[], patterns: readonly string[], of: (trial: One) => Askable): One[] {
  if (patterns.length === 0) return [...trials]
  const meant = patterns.map(meantBy)
  return trials.filter((trial) => meant.some((isMeant) => isMeant(of(trial))))
}

/** An unknown pattern is an error with the nearest name. */
export function refuseUnknown(patterns: readonly string[], known: readonly Askable[]): void {
  for (const pattern of patterns) {
    if (known.some(meantBy(pattern))) continue
    const names = known.flatMap(({ kind, names }) => [`${kind}s`, ...names])
    throw new UsageError(
      `--only ${pattern} matches no fault, variant, change, client, clause or dialect.${didYouMean(pattern, names) || ' Try --only fault, --only clients or --only auth.'}`,
    )
  }
}

function meantBy(pattern: string): (one: Askable) => boolean {
  const word = pattern.replace(/s$/, '')
  const isOf = (kind: string) => kind === word || kind.endsWith(` ${word}`)
  // A name may contain the word, as "price-changes-at-night" does.
  if (KINDS.some(isOf)) return ({ kind }) => isOf(kind)
  return ({ names }) => names.some((name) => name.includes(pattern))
}
