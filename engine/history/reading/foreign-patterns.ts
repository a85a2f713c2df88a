import { createContext, Script } from 'node:vm'
import { isRecord } from './reading.ts'

/** A regular expression from a contract or document, which may take exponential time. */
export type Pattern = { source: string; flags: string }

const ONE_MS = 250
/** Total time for slow patterns. */
const ALL_MS = 10_000
const USUAL_MS = 20
/** On a busy machine, a timeout may come without enough CPU time. */
const MOST_TRIES = 20

const spentMs = (since: NodeJS.CpuUsage) => process.cpuUsage(since).user / 1000

const TRIED = new Script('new RegExp(source, flags).test(text)')

let place: ReturnType<typeof createContext> | undefined
let left = ALL_MS
const slow = new Set<string>()

const nameOf = ({ source, flags }: Pattern) => `${flags}/${source}`

/** Whether a text matches. */
export function fits(pattern: Pattern, text: string): boolean | 'not a pattern' | 'takes too long' {
  if (tookTooLong(pattern)) return 'takes too long'
  place ??= createContext(Object.create(null))
  Object.assign(place, { ...pattern, text })
  const begun = process.cpuUsage()
  try {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const fitting = tried(place)
      if (fitting !== 'takes too long') return fitting
      if (spentMs(begun) >= ONE_MS / 2) break
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
    return TRIED.runInContext(inside, { timeout: ONE_MS }) === true
  } catch (error) {
    const isSlow = isRecord(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    return isSlow ? 'takes too long' : 'not a pattern'
  }
}

/** It took too long for some text, so it is not tried again. */
export const tookTooLong = (pattern: Pattern): boolean => left <= 0 || slow.has(nameOf(pattern))
