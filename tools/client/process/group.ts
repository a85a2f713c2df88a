import { processes, statOf } from './proc.ts'

/** A process that outlives the command that started it. */
export type LeftBehind = { pid: number; name: string }

/** Whether the process group still has members. */
export function isThere(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch (error) {
    // It exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Does not wait; ignores processes that have ended. */
export const signalTo = (group: number, signal: 'SIGTERM' | 'SIGKILL'): void => signalToProcess(-group, signal)

export function signalToProcess(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}

/** Best effort: without /proc, no processes are named. */
export function membersOf(group: number): LeftBehind[] {
  return processes().flatMap((pid) => {
    const known = statOf(pid)
    return known?.group === group && known.state !== 'Z' ? [{ pid, name: known.name }] : []
  })
}
