import { processes, statOf } from './proc.ts'

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
export const signalTo = (group: number, signal: 'SIGTERM' | 'SIGKILL'): void => signalToProcess(-group, signal)

export function signalToProcess(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has gone.
  }
}

/** Best effort: without /proc, no processes are named. */
export function membersOf(group: number): LeftBehind[] {
  return processes().flatMap((pid) => {
    const known = statOf(pid)
    return known?.group === group && known.state !== 'Z' ? [{ pid, name: known.name }] : []
  })
}
