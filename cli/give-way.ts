import { getPriority, setPriority } from 'node:os'

const STEPS = 5
const LOWEST = 19

/**
 * From now on this thread goes behind the other ones of its process, where the machine has not enough for all. On Linux a
 * priority is a thread's own; elsewhere it is that of the whole process, and stays.
 */
export function giveWayToOtherThreads(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, Math.min(LOWEST, getPriority(0) + STEPS))
  } catch {
    // Where that is not allowed, all share alike.
  }
}
