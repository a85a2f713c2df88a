import { readdirSync, readFileSync } from 'node:fs'

type Stat = {
  name: string
  state: string
  group: number
  /** When it began, in a measure that only grows. */
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

/** pid (name) state parent group …, and as the twentieth behind the name when it began; the name may hold anything, brackets included. */
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

/** The entries that it began with; none where they are not ours to read. */
export function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return []
  }
}
