import type { Opinion } from './opinion.ts'

/** An opinion in one line, for tables: verdict, level, and which clause or open point decides it. */
export function inWords({ verdict, level, orJobFails, reasons }: Opinion): string {
  const decisive = reasons.filter(
    (reason) => reason.verdict === verdict && (verdict === 'open' || reason.level === level),
  )
  const by = [...new Set(decisive.map((reason) => reason.by))].join(', ')
  if (verdict === 'open') return `open: ${by}`
  return `${verdict} (${level}${orJobFails ? ', or the job fails' : ''}): ${by}`
}
