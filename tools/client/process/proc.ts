import { readdirSync, readFileSync } from 'node:fs'

type Stat = {
  name: string
  state: string
  group: number
  /** Start time in a monotonic unit. */
  began: number
}

/** Without /proc, no processes are known. */
export function processes(): number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    return []
  }
}

/**
 * Fields of /proc/PID/stat: pid (name) state parent group …, start time as 20th after the name. The name may contain
 * brackets.
 */
export function statOf(pid: number): Stat | undefined {
  try {
    const [, name, rest] = /^\d+ \((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    if (name === undefined || rest === undefined) return undefined
    const [state, , group, ...more] = rest.split(' ')
    return { name, state: state!, group: Number(group), began: Number(more[16]) }
  } catch {
    return undefined
  }
}

/** Its initial environment; empty if not readable. */
export function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return []
  }
}
