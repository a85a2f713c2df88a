import type { Outcome } from './trial.ts'

export type Score = {
  faults: { ids: number; trials: number; caught: number }
  variants: { ids: number; trials: number; clean: number }
  survivors: Outcome[]
  accusations: Outcome[]
  /** How many other clauses failed beside the broken one. */
  beside: { median: number; most: number }
  requests: number
}

export function scoreOf(outcomes: readonly Outcome[]): Score {
  const faults = outcomes.filter((outcome) => outcome.kind === 'fault')
  const variants = outcomes.filter((outcome) => outcome.kind === 'variant')
  const beside = faults.map((outcome) => outcome.accused.length).sort((a, b) => a - b)
  return {
    faults: { ids: distinct(faults), trials: faults.length, caught: faults.filter((outcome) => outcome.right).length },
    variants: { ids: distinct(variants), trials: variants.length, clean: variants.filter((outcome) => outcome.right).length },
    survivors: faults.filter((outcome) => !outcome.right),
    accusations: variants.filter((outcome) => !outcome.right),
    beside: { median: beside[Math.floor((beside.length - 1) / 2)] ?? 0, most: beside.at(-1) ?? 0 },
    requests: outcomes.reduce((sum, outcome) => sum + outcome.requests, 0),
  }
}

function distinct(outcomes: readonly Outcome[]): number {
  return new Set(outcomes.map((outcome) => outcome.id)).size
}
