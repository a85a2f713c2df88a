import type { Exchange } from '../../engine/history/entry/exchange.ts'
import type { Recording } from '../../engine/history/recording.ts'
import type { Report } from '../outcome/report.ts'

/** What a run has to ask again to see the same failures: their clauses, and whoever sent what broke them. */
export function askedBehind(report: Report, history: Recording): string[] {
  const checks = new Set(report.checks.map(({ id }) => id))
  const sharers = sharersIn(history)
  const failed = report.clauses.filter(({ verdict }) => verdict === 'fail')
  const asked = new Set<string>(failed.map(({ id }) => id))
  const senders = (exchange: Exchange | undefined): string[] => {
    if (!exchange) return []
    const { by, job } = exchange.purpose
    if (checks.has(by)) return [by]
    const sharer = sharers.get(by)
    if (sharer !== undefined) return [sharer]
    // Polls are sent for whoever submitted the job; the introduction is part of every run.
    return job === undefined || job === exchange.n ? [] : senders(history.exchange(job))
  }
  for (const { violations = [], evidence } of failed) {
    const last = violations.length > 0 ? violations.map((violation) => violation.evidence.at(-1)) : [evidence.at(-1)]
    for (const n of last) for (const id of senders(history.exchange(n ?? 0))) asked.add(id)
  }
  return [...asked]
}

/** The first check for which a phase was done. */
function sharersIn(history: Recording): Map<string, string> {
  const sharers = new Map<string, string>()
  for (const entry of history) {
    if (entry.kind !== 'began') continue
    for (const { id, phases = [] } of entry.planned)
      for (const name of phases) if (!sharers.has(name)) sharers.set(name, id)
    break
  }
  return sharers
}
