import { DIALECTS } from '../../fixtures/dialects/index.ts'
import { FAULTS } from '../../fixtures/faults/index.ts'
import type { Fault } from '../../fixtures/faults/fault.ts'
import { VARIANTS } from '../../fixtures/variants/index.ts'
import type { Variant } from '../../fixtures/variants/variant.ts'
import type { Suite } from '../check.ts'
import { UsageError } from '../target.ts'
import { type Outcome, type Trial, tryOut } from './trial.ts'

export type SelfcheckOptions = {
  suites: readonly Suite[]
  only?: readonly string[]
  faults?: readonly Fault[]
  variants?: readonly Variant[]
  onOutcome?: (outcome: Outcome, done: number, of: number) => void
}

/** Sessions wait more than they work, so several share a core. */
const AT_ONCE = 4

/** The suite against every fault and every variant, each in every dialect. */
export async function selfcheck({ suites, only = [], faults = FAULTS, variants = VARIANTS, onOutcome }: SelfcheckOptions): Promise<Outcome[]> {
  const trials = select(allTrials(faults, variants), only)
  const waiting = trials.entries()
  const outcomes: Outcome[] = []
  const worker = async () => {
    for (const [index, trial] of waiting) {
      const outcome = await tryOut(trial, suites)
      outcomes[index] = outcome
      onOutcome?.(outcome, outcomes.filter(Boolean).length, trials.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return outcomes
}

function allTrials(faults: readonly Fault[], variants: readonly Variant[]): Trial[] {
  const dialects = Object.entries(DIALECTS)
  return [
    ...faults.flatMap((fault) =>
      dialects
        .filter(([, dialect]) => fault.showsIn?.(dialect) ?? true)
        .map(([name]): Trial => ({ kind: 'fault', fault, dialect: name })),
    ),
    ...variants.flatMap((variant) => dialects.map(([name]): Trial => ({ kind: 'variant', variant, dialect: name }))),
  ]
}

function select(trials: Trial[], patterns: readonly string[]): Trial[] {
  if (patterns.length === 0) return trials
  const names = (trial: Trial) =>
    trial.kind === 'fault' ? ['faults', trial.fault.id, trial.fault.breaks, trial.dialect] : ['variants', trial.variant.id, trial.variant.restsOn, trial.dialect]
  for (const pattern of patterns) {
    if (!trials.some((trial) => names(trial).some((name) => name.includes(pattern)))) {
      throw new UsageError(`--only ${pattern} matches no fault, variant, clause or dialect. Try --only faults, --only variants or --only auth.`)
    }
  }
  return trials.filter((trial) => patterns.some((pattern) => names(trial).some((name) => name.includes(pattern))))
}
