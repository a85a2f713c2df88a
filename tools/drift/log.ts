import { existsSync } from 'node:fs'
import { LIMITS } from '../../engine/config/limits.ts'
import { UsageError } from '../../engine/config/target.ts'
import { escapeObeyed } from '../../engine/writing/escaped.ts'
import { isOfTheSystem, textGiven } from '../../engine/writing/read-file.ts'
import type { DriftReport, DriftVerdict } from './report.ts'

/** One check: a line of the log file. */
export type LogEntry = {
  /** ISO 8601 */
  at: string
  target: string
  verdict: DriftVerdict
  exit: number
  changes: { id: string; kind: 'breaking' | 'compatible'; what: string; accepted?: true }[]
}

export function entryOf({ startedAt, target, verdict, exit, changes }: DriftReport): LogEntry {
  return {
    ...{ at: startedAt, target: target.baseUrl, verdict, exit },
    changes: changes.flatMap(({ id, kind, what, accepted }) =>
      kind === 'noise' ? [] : [{ id, kind, what, ...(accepted !== undefined && { accepted: true as const }) }],
    ),
  }
}

/** Escaped, because a terminal may show text of the server. */
export const lineOf = (entry: LogEntry) => `${escapeObeyed(JSON.stringify(entry))}\n`

/** The entries of a log, without a last line that was truncated by a full disk. */
export function logIn(path: string): LogEntry[] {
  // Devices such as /dev/null are only written to.
  if (!existsSync(path) || isOfTheSystem(path)) return []
  const text = textGiven(path, path, { most: LIMITS.givenRecordBytes })
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.flatMap((line, index) => {
    const entry = entryIn(line)
    if (entry) return [entry]
    if (index === lines.length - 1) return []
    throw new UsageError(`--log ${path}: line ${index + 1} is not an entry of a drift log`)
  })
}

function entryIn(line: string): LogEntry | undefined {
  try {
    const value = JSON.parse(line) as LogEntry
    return typeof value.at === 'string' && Array.isArray(value.changes) ? value : undefined
  } catch {
    return undefined
  }
}
