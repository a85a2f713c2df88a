import type { ClauseId } from '../../spec/clauses.ts'
import { clause } from '../../spec/clauses.ts'
import type { Level } from '../../spec/clause.ts'
import type { Fault } from '../../fixtures/faults/fault.ts'
import type { Variant } from '../../fixtures/variants/variant.ts'
import type { Suite } from '../check.ts'
import { startEmbedded } from '../embedded.ts'
import { run } from '../run.ts'

/** Fast polls and a short deadline: the service answers within a millisecond. */
const WISHES = { pollIntervalMs: 3, settleMs: 150, deadlineMs: 15_000, seed: 1 }

export type Trial = { kind: 'fault'; fault: Fault; dialect: string } | { kind: 'variant'; variant: Variant; dialect: string }

export type Outcome = {
  kind: Trial['kind']
  id: string
  dialect: string
  /** A fault: the clause that it breaks. */
  breaks?: { clause: ClauseId; level: Level }
  /** A fault that is caught by its clause; a variant that nobody accuses. */
  right: boolean
  /** What else failed beside the broken clause, or failed at all with a variant. */
  accused: { clause: ClauseId; expected?: string; received?: string }[]
  /** What went wrong in the suite itself. */
  faults: string[]
  requests: number
}

export async function tryOut(trial: Trial, suites: readonly Suite[]): Promise<Outcome> {
  const subject = trial.kind === 'fault' ? trial.fault : trial.variant
  const embedded = await startEmbedded({ dialect: trial.dialect, patch: subject.patch, ...subject.options })
  try {
    const { report } = await run({ provision: embedded.provision, wishes: WISHES, suites, local: true })
    const failed = report.clauses.filter((each) => each.verdict === 'fail')
    const broken = trial.kind === 'fault' ? trial.fault.breaks : undefined
    const accused = failed
      .filter((each) => each.id !== broken)
      .map(({ id, expected, received }) => ({ clause: id, ...(expected && { expected }), ...(received && { received }) }))
    const common = { id: subject.id, dialect: trial.dialect, accused, requests: report.budget.requests }
    if (broken === undefined) {
      const stopped = report.verdict !== 'pass' ? [`the run ended ${report.verdict}: ${report.reason}`] : []
      const faults = [...report.faults, ...(failed.length === 0 ? stopped : [])]
      return { kind: 'variant', ...common, faults, right: failed.length === 0 && faults.length === 0 }
    }
    return {
      kind: 'fault',
      ...common,
      faults: report.faults,
      breaks: { clause: broken, level: clause(broken).level },
      right: failed.some((each) => each.id === broken) && report.faults.length === 0,
    }
  } finally {
    await embedded.close()
  }
}
