import type { Exchange } from '../../history/entry/exchange.ts'
import type { Attempt } from '../../history/entry/look.ts'
import { urlIn } from '../../history/reading/reading.ts'

const OVERTAKEN = 'every time it was fetched, the job had been polled again in between and showed another url'

/** A link may have run out that was asked for so long after the poll by which it became known, unless polls take long there. */
const LATE_MS = 1000
const LATE_POLLS = 5
const LATE = 'every time it was fetched, the poll that showed it was more than a second old, on a busy machine'

/** Why it is nobody's fault that this attempt led to nothing. */
export function excuseOf(attempt: Attempt, reads: readonly Exchange[], polls: readonly Exchange[]): string | undefined {
  if (isOvertakenBy(reads, attempt)) return OVERTAKEN
  return isLate(attempt, polls) ? LATE : undefined
}

/** By what was lost between poll and fetch, on either side of the wire: a server all of whose polls take long has no excuse in it. */
function isLate({ poll, fetches, outcome }: Attempt, polls: readonly Exchange[]): boolean {
  const shown = polls.find(({ n }) => n === poll)
  const [first] = fetches
  if (!shown || !first || outcome.kind === 'cut') return false
  const quickest = Math.min(...polls.map(({ ms }) => ms))
  return first.at - shown.at > Math.max(LATE_MS, LATE_POLLS * quickest)
}

/** Whether its job was read once more meanwhile, and showed another url then: what was asked for may be gone by that. */
function isOvertakenBy(reads: readonly Exchange[], { poll, fetches }: Attempt): boolean {
  const shown = reads.find(({ n }) => n === poll)
  const last = fetches.at(-1)
  if (!shown || !last) return false
  const isBetween = ({ at, ms }: Exchange) => at + ms >= shown.at && at <= last.at + last.ms
  return reads.some((each) => isBetween(each) && ![urlIn(shown), undefined].includes(urlIn(each)))
}
