import type { Ended } from '../../history/entry/entries.ts'
import { firstFew } from '../../history/reading/words.ts'
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
  `the deadline of ${deadlineMs / 1000} s came before all was read of the earlier run in the folder, which may have left jobs; with --out in another folder nothing has to be read`

/** How a run came to its end, from what stopped it and what it left behind. */
export function endingOf(ended: HowItEnded, circumstances: Circumstances): HowItEnded {
  const { isInterrupted, unwritable, gone, refused, baseUrl, wasAnswered, isTooLate, deadlineMs, cutShort } =
    circumstances
  const left = leftInWords(circumstances)
  if (isInterrupted) return { how: 'interrupted', why: `the run was interrupted${left}` }
  if (ended.how !== 'whole') return ended
  if (unwritable !== undefined)
    return { how: 'cut short', why: `the history could not be written any further: ${unwritable}${left}` }
  if (gone !== undefined) return { how: 'cut short', why: `${baseUrl} stopped answering (${gone})${left}` }
  if (refused !== undefined)
    return {
      how: 'cut short',
      why: `the key in GATECHECK_KEY was accepted at first, and then refused whatever was asked (${refused}): was it revoked meanwhile, or does the server shut out whoever shows wrong keys, as a run does on purpose? With a key that is good for as long as a run lasts, everything can be judged${left}`,
    }
  if (isTooLate && !wasAnswered)
    return {
      how: 'no target',
      why: `${baseUrl} cannot be reached: no answer came before the deadline of ${deadlineMs / 1000} s`,
    }
  if (isTooLate) return { how: 'deadline', why: `the deadline of ${deadlineMs / 1000} s came first${left}` }
  return cutShort === undefined ? ended : { how: 'cut short', why: `${cutShort}${left}` }
}

function leftInWords({ unfinished, isFoundAgain, unwritable }: Circumstances): string {
  if (unfinished.length === 0) return ''
  const [jobs, ends] = unfinished.length === 1 ? ['1 job', 'its end'] : [`${unfinished.length} jobs`, 'their ends']
  const ids = firstFew(
    unfinished.map(({ id }) => id),
    MOST_NAMED,
  )
  // What could not be written down nobody finds.
  const next = isFoundAgain && unwritable === undefined
  return `, with ${jobs} unfinished: ${ids}${next ? `, which the next run with the same --out brings to ${ends}` : ''}`
}
