import { type LeftBehind, signalToProcess } from './group.ts'
import { environmentOf, processes, statOf } from './proc.ts'

/** Identifies the processes that a command started, in any group. */
export type Mark = {
  /** A unique environment entry, NAME=value. */
  entry: string
  /** Start of the command: a process with the entry from earlier belongs to someone else. */
  since: number
}

/** Call right after the command started; undefined without /proc. */
export function markOf(command: number, entry: string): Mark | undefined {
  const since = statOf(command)?.began
  return since === undefined ? undefined : { entry, since }
}

/** Processes that left the group, like daemons, but have the mark. */
export function straysOf(group: number, { entry, since }: Mark): LeftBehind[] {
  return processes().flatMap((pid) => {
    const known = statOf(pid)
    if (!known || known.state === 'Z' || known.group === group || known.began < since) return []
    return pid !== process.pid && environmentOf(pid).includes(entry) ? [{ pid, name: known.name }] : []
  })
}

/** Those that still exist: much faster than another full search. */
export function stillThere(strays: readonly LeftBehind[], { entry }: Mark): LeftBehind[] {
  return strays.filter(({ pid }) => statOf(pid)?.state !== 'Z' && environmentOf(pid).includes(entry))
}

export function signalToStrays(group: number, mark: Mark, signal: 'SIGTERM' | 'SIGKILL'): LeftBehind[] {
  const strays = straysOf(group, mark)
  for (const { pid } of strays) signalToProcess(pid, signal)
  return strays
}
