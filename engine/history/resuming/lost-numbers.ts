import { FIELDS } from '../../../spec/words.ts'
import type { Configuration } from '../../config/configuration.ts'
import type { Recording } from '../recording.ts'

/** Numbers of which nothing is left where lines are damaged: what was sent under each may have been a submission. */
export function lostNumbersIn(recording: Recording, damaged: readonly number[] = []): number[] {
  const left = new Set<number>()
  const gone: number[] = []
  let [entries, highest, highestAt, reach] = [0, 0, 0, 0]
  const lose = (lines: readonly number[]) => {
    gone.push(...lines)
    const place = lineOf(highestAt, gone)
    // Behind the highest number that is left, others may have stood.
    if (lines.length > 0) reach = highest + gone.filter((line) => line > place).length
  }
  for (const entry of recording) {
    entries++
    if (entry.kind === 'resumed') lose(entry.damaged ?? [])
    if (entry.kind !== 'exchange' && entry.kind !== 'about to submit') continue
    left.add(entry.n)
    if (entry.n > highest) [highest, highestAt] = [entry.n, entries]
  }
  lose(damaged)
  return Array.from({ length: reach }, (_, index) => index + 1).filter((n) => !left.has(n))
}

/** Of the entries that are left, where the nth stands in the file. */
const lineOf = (nth: number, gone: readonly number[]) =>
  gone.toSorted((one, other) => one - other).reduce((line, each) => (each <= line ? line + 1 : line), nth)

/** For so long each of them may have asked for a video. */
export const secondsOfALostOne = ({ maxDuration = FIELDS.duration.most }: Pick<Configuration, 'maxDuration'>): number =>
  maxDuration

/** No limit is ever exceeded, so no more was lost than it had left. */
export const withLost = (spent: number, lost: number, most = Number.POSITIVE_INFINITY): number =>
  Math.max(spent, Math.min(most, spent + lost))
