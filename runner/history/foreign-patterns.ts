import { createContext, Script } from 'node:vm'
import { isRecord } from './reading.ts'

/** A regular expression that somebody else has written. */
export type Pattern = { source: string; flags: string }

/** Some patterns take longer for each letter than the life of whoever waits. */
const MOST_MS = 250
/** For all of them together: there may be thousands, each of which takes a little less. */
const MOST_MS_IN_ALL = 10_000
/** What takes no longer is none of these, on a machine that is busy with something else. */
const USUAL_MS = 20

const TRIED = new Script('new RegExp(source, flags).test(text)')

let place: ReturnType<typeof createContext> | undefined
let left = MOST_MS_IN_ALL
const slow = new Set<string>()

const nameOf = ({ source, flags }: Pattern) => `${flags}/${source}`

/** Whether a text fits, where that can be found out. */
export function fits(pattern: Pattern, text: string): boolean | 'is no pattern' | 'takes too long' {
  if (tookTooLong(pattern)) return 'takes too long'
  place ??= createContext(Object.create(null))
  Object.assign(place, { ...pattern, text })
  const begun = performance.now()
  try {
    return TRIED.runInContext(place, { timeout: MOST_MS }) === true
  } catch (error) {
    if (!isRecord(error) || error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'is no pattern'
    slow.add(nameOf(pattern))
    return 'takes too long'
  } finally {
    const ms = performance.now() - begun
    if (ms > USUAL_MS) left -= ms
  }
}

/** Of some text at least: of another it may be found out at once. */
export const tookTooLong = (pattern: Pattern): boolean => left <= 0 || slow.has(nameOf(pattern))
