import { EXIT } from '../../engine/config/exit-codes.ts'
import type { CheckReport, Report } from '../outcome/report.ts'

/** Internal errors while a check ran or judged. */
export const faultsOf = ({ faults = [] }: CheckReport): readonly string[] => faults

/**
 * Internal errors not shown with a check: without a check, of a check that shows a failure instead, or further ones of
 * the same check.
 */
export function faultsElsewhere(report: Report): string[] {
  const shown = new Set(
    report.checks.filter(({ verdict }) => verdict !== 'fail').flatMap((check) => faultsOf(check).slice(0, 1)),
  )
  return report.faults.filter((fault) => !shown.has(fault))
}

/** Why a run without failures has no verdict. */
export function whyNoVerdict(report: Report): { how: 'interrupted' | 'no-verdict'; why: string } | undefined {
  const interrupted = report.exit === EXIT.interrupted
  if (report.verdict !== 'inconclusive' && !interrupted) return undefined
  return { how: interrupted ? 'interrupted' : 'no-verdict', why: report.reason ?? 'no verdict' }
}
