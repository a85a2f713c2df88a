import { READINGS } from '../../spec/endpoints.ts'
import { FIELDS } from '../../spec/words.ts'
import { succeeded } from '../history/reading/reading.ts'
import { heedTheRoom } from '../jobs/headroom.ts'
import { bringLeftoversHome } from '../jobs/leftovers.ts'
import { NotTested } from '../run/not-tested.ts'
import type { Cost } from '../run/phase.ts'
import { listsToTry, MOST_SUBMISSIONS } from './bodies-to-try.ts'
import { anotherInterfaceInWords, isAnotherInterface, MOST_READINGS, whoIsThere } from './first-contact.ts'
import { MOST_TRIES_FOR_AN_ID, submitFirstJob } from './first-job.ts'
import type { Introduction, Parts } from './parts.ts'

export const MOST_FOR_LEFTOVERS_MS = 120_000

/** The readings, a submission that is accepted, and a look at its job. */
export const INTRODUCTION_COST: Cost = {
  requests: READINGS.length + 2,
  jobs: 1,
  videoSeconds: FIELDS.duration.least,
  kind: 'plain',
}

/**
 * What may come to it where a server lists its models or shows its ids in an unusual way: readings, each perhaps several
 * times; submissions until one is accepted, where any is sent; and values that may be its id.
 */
export function longerIntroduction({ isWithJobs }: { isWithJobs: boolean }): Cost {
  const tries = MOST_SUBMISSIONS - 1 + MOST_TRIES_FOR_AN_ID - 1
  return { requests: MOST_READINGS - READINGS.length + (isWithJobs ? tries : 0) }
}

/** Nobody waits longer for the jobs of an earlier run to end: some never do. */
const SHARE_FOR_LEFTOVERS = 1 / 4

/** Gets acquainted: is anyone there, is the key good, how are aliases listed, where does the id stand. */
export async function introduce(parts: Parts): Promise<Introduction> {
  const { readings, stop } = await whoIsThere(parts)
  if (stop !== undefined) return { stop }
  if (!isAnotherInterface(readings)) parts.onReached()
  parts.client.baseline = readings.find(succeeded)?.request
  await finishWhatWasLeft(parts)
  heedTheRoom(readings, parts.target, parts.jobs.room)
  const lists = listsToTry(readings[0], parts.configuration)
  if (lists.length === 0 && isAnotherInterface(readings))
    return { stop: anotherInterfaceInWords(readings, parts.target) }
  if (lists.length === 0) return { noJob: new NotTested('GET /models lists no alias; name one with --model') }
  const introduction = await submitFirstJob(parts, lists, readings)
  if (introduction.stop === undefined) parts.onReached()
  return introduction
}

async function finishWhatWasLeft(parts: Parts): Promise<void> {
  const { leftovers, history, client, target, configuration, over, waitFor } = parts
  if (leftovers.length === 0) return
  history.append({ kind: 'left over', jobs: [...leftovers] })
  const jobs = leftovers.length === 1 ? 'a job' : `${leftovers.length} jobs`
  waitFor(`${jobs} of an earlier run to finish`)
  const mostMs = Math.min(MOST_FOR_LEFTOVERS_MS, configuration.deadlineMs * SHARE_FOR_LEFTOVERS)
  const until = AbortSignal.any([over, AbortSignal.timeout(mostMs)])
  await bringLeftoversHome(leftovers, { client, target, intervalMs: configuration.pollIntervalMs, until })
  waitFor(undefined)
}
