import type { DriftVerdict } from './report.ts'

/** One check, in one line of a log that is kept from day to day. */
export type LogEntry = {
  /** As ISO 8601 writes it. */
  at: string
  target: string
  verdict: DriftVerdict
  exit: number
  changes: { id: string; kind: 'breaking' | 'compatible'; what: string; accepted?: true }[]
}
