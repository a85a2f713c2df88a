import { beginningOf, type Recording } from '../../engine/history/recording.ts'
import type { Report } from '../outcome/report.ts'

/** The failed clauses and the checks that sent the evidence: running these reproduces the failures. */
export function askedBehind(report: Report, history: Recording): string[] {
  const checks = new Set(report.checks.map(({ id }) => id))
  const checkOfPhase = new Map<string, string>()
  for (const { id, phases = [] } of beginningOf(history)?.planned ?? [])
    for (const phase of phases) if (!checkOfPhase.has(phase)) checkOfPhase.set(phase, id)
  const senders = (n: number | undefined): string[] => {
    const exchange = history.exchange(n ?? 0)
    if (!exchange) return []
    const { by, job } = exchange.purpose
    const check = checks.has(by) ? by : checkOfPhase.get(by)
    if (check !== undefined) return [check]
    // Polls belong to the check that submitted the job. Discovery is part of every run.
    return job === undefined || job === exchange.n ? [] : senders(job)
  }
  const failed = report.clauses.filter(({ verdict }) => verdict === 'fail')
  const asked = new Set<string>(failed.map(({ id }) => id))
  for (const { violations = [], evidence } of failed) {
    const shown = violations.length > 0 ? violations.map((violation) => violation.evidence.at(-1)) : [evidence.at(-1)]
    for (const id of shown.flatMap(senders)) asked.add(id)
  }
  return [...asked]
}
