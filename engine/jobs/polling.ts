import type { Exchange } from '../history/entry/exchange.ts'

/** A job whose finished twins needed n polls is given up after this many times n, and no sooner than the least. */
const PATIENCE = { times: 20, least: 200 }

/** After how many polls a job is held to be endless whose slowest finished twin needed so many. */
export function mostPollsBeside(needed: number): number {
  return Math.max(PATIENCE.least, PATIENCE.times * needed)
}

type Polled = { polls: readonly Exchange[]; final?: Exchange }

/** The same beside these jobs, of which not all have ended; without end where none has. */
export function mostPollsBesideAll(jobs: readonly Polled[]): number {
  const needed = jobs.flatMap(({ final, polls }) => (final ? [polls.indexOf(final) + 1] : []))
  return needed.length === 0 ? Number.POSITIVE_INFINITY : mostPollsBeside(Math.max(...needed))
}
