import { EXIT } from '../../engine/config/exit-codes.ts'
import type { CheckReport, Report } from '../outcome/report.ts'

/** What went wrong in the suite itself while a check drove or judged. */
export const faultsOf = ({ faults = [] }: CheckReport): readonly string[] => faults

/** Faults that no check can show: of none, of one that shows a failure instead, or a second one of the same check. */
export function faultsElsewhere(report: Report): string[] {
  const shown = new Set(
    report.checks.filter(({ verdict }) => verdict !== 'fail').flatMap((check) => faultsOf(check).slice(0, 1)),
  )
  return report.faults.filter((fault) => !shown.has(fault))
}

/** Why a run that broke nothing is none to rely on. */
export function whyNoVerdict(report: Report): { how: 'interrupted' | 'no-verdict'; why: string } | undefined {
  const interrupted = report.exit === EXIT.interrupted
  if (report.verdict !== 'inconclusive' && !interrupted) return undefined
  return { how: interrupted ? 'interrupted' : 'no-verdict', why: report.reason ?? 'no verdict' }
}
