import { PROFILES } from '../../engine/config/configuration.ts'
import { EXIT } from '../../engine/config/exit-codes.ts'
import { UsageError } from '../../engine/config/target.ts'
import { SUITE } from '../../engine/config/version.ts'
import { type Side, sideIn } from '../../tools/drift/baseline/files.ts'
import { driftBetween, driftOf } from '../../tools/drift/drift.ts'
import type { DriftReport } from '../../tools/drift/report.ts'
import type { Io } from '../io.ts'
import { type ReportOptions, reportsAsked, tell } from './reports.ts'

type DiffOptions = ReportOptions & { failOn?: DriftReport['failOn']; out?: string; quiet?: boolean }

export function diff(io: Io, options: DiffOptions, before: string, after: string): number {
  const { failOn = 'breaking' } = options
  const wanted = options.out === undefined ? [] : reportsAsked(options.report, options.out)
  const later = sideIn(after)
  const drift = between(sideIn(before), later, failOn)
  tell(io, drift, {
    ...(options.out !== undefined && { place: options.out }),
    ...(later.run && { recorded: after }),
    ...{ wanted, baseline: before, notes: [], quiet: options.quiet === true, all: options.all === true },
  })
  return drift.exit
}

function between(before: Side, after: Side, failOn: DriftReport['failOn']): DriftReport {
  if (after.run) return driftOf(before.baseline, after.run, { failOn })
  const [one, other] = [before.baseline.profile, after.baseline.profile]
  // A baseline does not say which request showed what.
  if (PROFILES.indexOf(one) < PROFILES.indexOf(other))
    throw new UsageError(
      `drift diff: ${after.path} (profile ${other}) covers more requests than ${before.path} (profile ${one}): name the folder of its run instead, or the larger baseline first`,
    )
  const { target } = after.baseline
  const circumstances = {
    ...{ suite: SUITE, target, startedAt: new Date().toISOString(), seconds: 0, exit: EXIT.pass },
    spent: { requests: 0, jobs: 0, videoSeconds: 0 },
  }
  return driftBetween(before.baseline, after.baseline, circumstances, { failOn })
}
