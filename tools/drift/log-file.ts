import { existsSync } from 'node:fs'
import { UsageError } from '../../engine/config/target.ts'
import { escapeObeyed } from '../../engine/writing/escaped.ts'
import { isOfTheSystem } from '../../engine/writing/read-file.ts'
import { textOf } from './baseline/files.ts'
import type { LogEntry } from './log.ts'
import type { DriftReport } from './report.ts'

/** What is worth remembering of a check. */
export function entryOf({ startedAt, target, verdict, exit, changes }: DriftReport): LogEntry {
  return {
    ...{ at: startedAt, target: target.baseUrl, verdict, exit },
    changes: changes.flatMap(({ id, kind, what, accepted }) =>
      kind === 'noise' ? [] : [{ id, kind, what, ...(accepted !== undefined && { accepted: true as const }) }],
    ),
  }
}

/** Of the file; what a server says in it is shown to whoever looks at it with a pager. */
export const lineOf = (entry: LogEntry) => `${escapeObeyed(JSON.stringify(entry))}\n`

/** One line a check. A last line that was cut off by a full disk is nobody's fault, and left out. */
export function logIn(path: string): LogEntry[] {
  // A device, as /dev/null is one, is written to, and holds nothing.
  if (!existsSync(path) || isOfTheSystem(path)) return []
  const lines = textOf(path)
    .split('\n')
    .filter((line) => line.trim() !== '')
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
