import type { Ended } from '../history/exchange.ts'
import type { Job } from '../jobs/job.ts'

type HowItEnded = Omit<Ended, 'kind' | 'at'>

type Circumstances = {
  isInterrupted: boolean
  /** Why nothing more can be written, if so. */
  unwritable: string | undefined
  /** What came last, where nobody answers any more. */
  gone: string | undefined
  baseUrl: string
  /** Anything at all came back. */
  wasAnswered: boolean
  isTooLate: boolean
  deadlineMs: number
  /** Which of the user's limits was used up, if one was. */
  cutShort: string | undefined
  unfinished: readonly Job[]
}

const MOST_NAMED = 5

/** How a run came to its end, from what stopped it and what it left behind. */
export function endingOf(
  ended: HowItEnded,
  { isInterrupted, unwritable, gone, baseUrl, wasAnswered, isTooLate, deadlineMs, cutShort, unfinished }: Circumstances,
): HowItEnded {
  const left = leftInWords(unfinished)
  if (isInterrupted) return { how: 'interrupted', why: `the run was interrupted${left}` }
  if (ended.how !== 'whole') return ended
  if (unwritable !== undefined)
    return { how: 'cut short', why: `the history could not be written any further: ${unwritable}${left}` }
  if (gone !== undefined) return { how: 'cut short', why: `${baseUrl} stopped answering (${gone})${left}` }
  if (isTooLate && !wasAnswered)
    return {
      how: 'no target',
      why: `${baseUrl} cannot be reached: no answer came before the deadline of ${deadlineMs / 1000} s`,
    }
  if (isTooLate) return { how: 'deadline', why: `the deadline of ${deadlineMs / 1000} s came first${left}` }
  return cutShort === undefined ? ended : { how: 'cut short', why: cutShort }
}

function leftInWords(jobs: readonly Job[]): string {
  if (jobs.length === 0) return ''
  const named = jobs.slice(0, MOST_NAMED).map(({ id }) => id)
  const are = jobs.length === 1 ? 'job' : 'jobs'
  return `, with ${jobs.length} ${are} unfinished: ${named.join(', ')}${jobs.length > MOST_NAMED ? ' …' : ''}`
}
