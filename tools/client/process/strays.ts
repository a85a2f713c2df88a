import { type LeftBehind, signalToProcess } from './group.ts'
import { environmentOf, processes, statOf } from './proc.ts'

/** What tells the processes that a command began, in whatever group they are. */
export type Mark = {
  /** Of its environment, like NAME=value: nobody else is given it. */
  entry: string
  /** When the command began: a shell that has such an entry from earlier is somebody else's. */
  since: number
}

/** To be asked as soon as the command has begun; undefined where the machine does not tell. */
export function markOf(command: number, entry: string): Mark | undefined {
  const since = statOf(command)?.began
  return since === undefined ? undefined : { entry, since }
}

/** Whoever left the group, as a daemon does, and still carries the mark. */
export function straysOf(group: number, { entry, since }: Mark): LeftBehind[] {
  return processes().flatMap((pid) => {
    const known = statOf(pid)
    if (!known || known.state === 'Z' || known.group === group || known.began < since) return []
    return pid !== process.pid && environmentOf(pid).includes(entry) ? [{ pid, name: known.name }] : []
  })
}

/** Those of them that are still there: far quicker than to look through all. */
export function stillThere(strays: readonly LeftBehind[], { entry }: Mark): LeftBehind[] {
  return strays.filter(({ pid }) => statOf(pid)?.state !== 'Z' && environmentOf(pid).includes(entry))
}

export function signalToStrays(group: number, mark: Mark, signal: 'SIGTERM' | 'SIGKILL'): LeftBehind[] {
  const strays = straysOf(group, mark)
  for (const { pid } of strays) signalToProcess(pid, signal)
  return strays
}
