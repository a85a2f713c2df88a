import type { Ended } from '../../history/entry/entries.ts'
import { firstFew, timeAsTyped } from '../../history/reading/words.ts'
import type { Job } from '../../jobs/job.ts'

type HowItEnded = Omit<Ended, 'kind' | 'at'>

export type Circumstances = {
  isInterrupted: boolean
  /** Why nothing more can be written, if so. */
  unwritable: string | undefined
  /** What came last, where nobody answers any more. */
  gone: string | undefined
  /** What the key is answered that was good before, whatever is asked with it. */
  refused: string | undefined
  baseUrl: string
  /** Anything at all came back. */
  wasAnswered: boolean
  isTooLate: boolean
  deadlineMs: number
  /** Which of the user's limits was used up, if one was. */
  cutShort: string | undefined
  unfinished: readonly Pick<Job, 'id'>[]
  /** They are still there for the next run, which is told of them. */
  isFoundAgain: boolean
}

const MOST_NAMED = 3

export const beforeAllWasRead = ({ deadlineMs }: Pick<Circumstances, 'deadlineMs'>) =>
  `the run reached its deadline (${timeAsTyped(deadlineMs)}) while it read the history of the earlier run in the folder for unfinished jobs; use another --out folder to skip this`

/** How a run came to its end, from what stopped it and what it left behind. */
export function endingOf(ended: HowItEnded, circumstances: Circumstances): HowItEnded {
  const { isInterrupted, unwritable, gone, refused, baseUrl, wasAnswered, isTooLate, deadlineMs, cutShort } =
    circumstances
  const left = leftInWords(circumstances)
  if (isInterrupted) return { how: 'interrupted', why: `the run was interrupted${left}` }
  if (ended.how !== 'whole') return ended
  if (unwritable !== undefined)
    return { how: 'cut short', why: `the history could no longer be written: ${unwritable}${left}` }
  if (gone !== undefined) return { how: 'cut short', why: `${baseUrl} stopped responding (${gone})${left}` }
  if (refused !== undefined)
    return {
      how: 'cut short',
      why: `the server accepted GATECHECK_KEY at first and then refused it for every request (${refused}). The key may have been revoked, or the server may block clients that send invalid keys, as a run does on purpose. Run again with a key that stays valid${left}`,
    }
  if (isTooLate && !wasAnswered)
    return {
      how: 'no target',
      why: `${baseUrl} cannot be reached: no response before the deadline (${timeAsTyped(deadlineMs)})`,
    }
  if (isTooLate) return { how: 'deadline', why: `the run reached its deadline (${timeAsTyped(deadlineMs)})${left}` }
  return cutShort === undefined ? ended : { how: 'cut short', why: `${cutShort}${left}` }
}

function leftInWords({ unfinished, isFoundAgain, unwritable }: Circumstances): string {
  if (unfinished.length === 0) return ''
  const jobs = unfinished.length === 1 ? '1 job' : `${unfinished.length} jobs`
  const ids = firstFew(
    unfinished.map(({ id }) => id),
    MOST_NAMED,
  )
  // What could not be written down nobody finds.
  const next = isFoundAgain && unwritable === undefined
  return `, with ${jobs} unfinished: ${ids}${next ? ` (the next run with the same --out polls ${unfinished.length === 1 ? 'it' : 'them'} to completion)` : ''}`
}
