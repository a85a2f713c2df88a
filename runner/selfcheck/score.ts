import type { Outcome } from './trial.ts'

type Part = { ids: number; trials: number; right: number }

export type Score = {
  faults: Part
  variants: Part
  undecidable: Part
  strangers: Part
  /** Faults that their clause did not catch. */
  survivors: Outcome[]
  /** Lawful servers that were accused, or on which the run came to no verdict. */
  accusations: Outcome[]
  /** Verdicts where none was possible. */
  presumptions: Outcome[]
  /** How many other clauses failed beside the broken one. */
  beside: { median: number; most: number }
  requests: number
}

export function scoreOf(outcomes: readonly Outcome[]): Score {
  const of = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind)
  const wrong = (kind: Outcome['kind']) => of(kind).filter((outcome) => !outcome.right)
  const beside = of('fault')
    .map((outcome) => outcome.accused.length)
    .sort((a, b) => a - b)
  return {
    faults: part(of('fault')),
    variants: part(of('variant')),
    undecidable: part(of('undecidable')),
    strangers: part(of('stranger')),
    survivors: wrong('fault'),
    accusations: [...wrong('variant'), ...wrong('stranger')],
    presumptions: wrong('undecidable'),
    beside: { median: beside[Math.floor((beside.length - 1) / 2)] ?? 0, most: beside.at(-1) ?? 0 },
    requests: outcomes.reduce((sum, outcome) => sum + outcome.requests, 0),
  }
}

export function isClean({ survivors, accusations, presumptions }: Score): boolean {
  return survivors.length + accusations.length + presumptions.length === 0
}

function part(outcomes: readonly Outcome[]): Part {
  return {
    ids: new Set(outcomes.map((outcome) => outcome.id)).size,
    trials: outcomes.length,
    right: outcomes.filter((outcome) => outcome.right).length,
  }
}
