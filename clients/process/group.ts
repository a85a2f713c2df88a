import { readdirSync, readFileSync } from 'node:fs'

/** A process that is still there when the one that began it has ended. */
export type LeftBehind = { pid: number; name: string }

/** Whether anybody is left of the group that a process began. */
export function isThere(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch (error) {
    // Somebody is, who may not be touched.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Nobody is waited for, and one that has gone is as good as ended. */
export function signalTo(group: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-group, signal)
  } catch {
    // It has gone.
  }
}

/** As far as the machine tells: where it has no /proc, nobody is named. */
export function membersOf(group: number): LeftBehind[] {
  return processes().flatMap((pid) => {
    const known = statOf(pid)
    return known?.group === group && known.state !== 'Z' ? [{ pid, name: known.name }] : []
  })
}

function processes(): number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    return []
  }
}

/** pid (name) state parent group …; the name may hold anything, brackets included. */
function statOf(pid: number): { name: string; state: string; group: number } | undefined {
  try {
    const [, name, state, group] = /^\d+ \((.*)\) (\w) \d+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return group === undefined ? undefined : { name: name!, state: state!, group: Number(group) }
  } catch {
    return undefined
  }
}
