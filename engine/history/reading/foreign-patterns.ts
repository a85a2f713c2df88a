import { createContext, Script } from 'node:vm'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import { isRecord } from './reading.ts'

/** A regular expression that somebody else has written. */
export type Pattern = { source: string; flags: string }

const USUAL_MS = 20
/** A machine that is busy with something else lets the time pass without any of it having been spent here. */
const MOST_TRIES = 20

const spentMs = (since: NodeJS.CpuUsage) => process.cpuUsage(since).user / 1000

const TRIED = new Script('new RegExp(source, flags).test(text)')

let place: ReturnType<typeof createContext> | undefined
let left: number = BOUNDS.patternsMs.most
const slow = new Set<string>()

const nameOf = ({ source, flags }: Pattern) => `${flags}/${source}`

/** Whether a text fits, where that can be found out. */
export function fits(pattern: Pattern, text: string): boolean | 'not a pattern' | 'takes too long' {
  if (tookTooLong(pattern)) return 'takes too long'
  place ??= createContext(Object.create(null))
  Object.assign(place, { ...pattern, text })
  const begun = process.cpuUsage()
  try {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const fitting = tried(place)
      if (fitting !== 'takes too long') return fitting
      if (spentMs(begun) >= BOUNDS.patternMs.most / 2) break
    }
    slow.add(nameOf(pattern))
    return 'takes too long'
  } finally {
    const ms = spentMs(begun)
    if (ms > USUAL_MS) left -= ms
  }
}

function tried(inside: ReturnType<typeof createContext>): ReturnType<typeof fits> {
  try {
    return TRIED.runInContext(inside, { timeout: BOUNDS.patternMs.most }) === true
  } catch (error) {
    const isSlow = isRecord(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    return isSlow ? 'takes too long' : 'not a pattern'
  }
}

/** Of some text at least: of another it may be found out at once. */
export const tookTooLong = (pattern: Pattern): boolean => left <= 0 || slow.has(nameOf(pattern))
