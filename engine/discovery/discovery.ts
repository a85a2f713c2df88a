import { READINGS } from '../../spec/endpoints.ts'
import { FIELDS } from '../../spec/words.ts'
import { pricingOf } from '../config/prices/prices.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { INTRODUCTION } from '../history/entry/senders.ts'
import { statusOf, succeeded } from '../history/reading/reading.ts'
import { receivedInWords } from '../history/reading/words.ts'
import type { Budget } from '../http/limits/budget.ts'
import { priceOfBody } from '../http/limits/price-of-body.ts'
import { requestTo, videoSecondsOf } from '../http/requests.ts'
import { limitTo } from '../jobs/capacity.ts'
import type { Job } from '../jobs/job.ts'
import { finishLeftovers, type Leftover } from '../jobs/leftovers.ts'
import type { RunContext } from '../run/context.ts'
import { causeOf, NotTested } from '../run/not-tested.ts'
import type { Cost } from '../run/phase.ts'
import { aliasListsIn, firstBodies, MOST_SUBMISSIONS } from './bodies.ts'
import type { AliasList } from './dialect/aliases.ts'
import { idCandidates } from './dialect/job-id.ts'
import { firstContact, isAnotherInterface, MOST_READINGS, notThisInterface } from './first-contact.ts'

export type Discovered = {
  /** Why nothing can be judged. */
  stop?: string
  /** Why there is no job. */
  noJob?: NotTested
  submission?: Exchange
  job?: Job
}

export type DiscoveryParts = Pick<
  RunContext,
  'client' | 'target' | 'configuration' | 'dialect' | 'jobs' | 'history'
> & {
  budget: Budget
  leftovers: readonly Leftover[]
  /** Aborts at the end of the run. */
  over: AbortSignal
  /** The server accepts the key. */
  onReached(): void
  /** What the run waits for; undefined: it goes on. */
  waitFor(what: string | undefined): void
}

const MOST_IDS = 12
/** Submissions that fail or return 5xx. */
const MOST_CRASHES = 2
/** Ids that are tried twice. */
const LIKELIEST_IDS = 3

export const MOST_FOR_LEFTOVERS_MS = 120_000
const SHARE_FOR_LEFTOVERS = 1 / 4
/** Share of the deadline to wait while other jobs use the capacity; after that, the run sends what needs no job. */
const SHARE_FOR_CAPACITY = 1 / 3

/** Reads, an accepted submission, and a poll of its job. */
export const DISCOVERY_COST: Cost = {
  requests: READINGS.length + 2,
  jobs: 1,
  videoSeconds: FIELDS.duration.least,
  kind: 'plain',
}

/** Further requests if the server lists models or shows ids in an unusual way, or fails at times. */
export function mostFurtherRequests(isWithJobs: boolean): number {
  const tries = MOST_SUBMISSIONS - 1 + MOST_IDS + LIKELIEST_IDS - 1
  return MOST_READINGS - READINGS.length + (isWithJobs ? tries : 0)
}

/** Finds out whether server and key work, how aliases are listed, and where a response shows the job id. */
export async function discover(parts: DiscoveryParts): Promise<Discovered> {
  const { client, target, configuration, jobs } = parts
  const { readings, stop } = await firstContact(parts)
  if (stop !== undefined) return { stop }
  const isOther = isAnotherInterface(readings)
  if (!isOther) parts.onReached()
  client.baseline = readings.find(succeeded)?.request
  await finishEarlierJobs(parts)
  limitTo(readings, target, jobs.capacity)
  const lists = aliasListsIn(readings[0], configuration)
  if (lists.length === 0)
    return isOther
      ? { stop: notThisInterface(readings, target) }
      : { noJob: new NotTested('GET /models lists no alias; name one with --model') }
  const discovered = await submitFirstJob(parts, lists, readings)
  if (discovered.stop === undefined) parts.onReached()
  return discovered
}

/** Limited in time: leftover jobs use capacity, but some never finish. */
async function finishEarlierJobs(parts: DiscoveryParts): Promise<void> {
  const { leftovers, history, client, target, configuration, over, waitFor } = parts
  if (leftovers.length === 0) return
  history.append({ kind: 'left over', jobs: [...leftovers] })
  const jobs = leftovers.length === 1 ? 'a job' : `${leftovers.length} jobs`
  waitFor(`${jobs} of an earlier run to finish`)
  const mostMs = Math.min(MOST_FOR_LEFTOVERS_MS, configuration.deadlineMs * SHARE_FOR_LEFTOVERS)
  const until = AbortSignal.any([over, AbortSignal.timeout(mostMs)])
  await finishLeftovers(leftovers, { client, target, intervalMs: configuration.pollIntervalMs, until })
  waitFor(undefined)
}

async function submitFirstJob(
  parts: DiscoveryParts,
  lists: readonly AliasList[],
  readings: readonly Exchange[],
): Promise<Discovered> {
  const { client, target, dialect, budget, configuration, waitFor } = parts
  const pricing = pricingOf(configuration.prices)
  let noJob: NotTested | undefined
  let crashes = 0
  let refused: Exchange | undefined
  const options = {
    waitsUntilMs: configuration.deadlineMs * SHARE_FOR_CAPACITY,
    on429: () => waitFor('capacity, which other jobs use'),
  }
  for (const { list, model, body } of firstBodies(lists, configuration)) {
    const videoSeconds = videoSecondsOf(body)
    const money = pricing ? priceOfBody(body, pricing) : 0n
    const confirms = refused && ({ confirms: true } as const)
    const lacking = budget.lacking({ videoSeconds, money, by: INTRODUCTION, ...confirms })
    if (lacking) {
      // The next one may cost less.
      noJob ??= new NotTested('the budget does not allow a job', causeOf(lacking))
      continue
    }
    const request = requestTo(target, 'POST /videos', { body })
    const submission = await client.ask(
      request,
      { by: INTRODUCTION, part: 'submission' },
      { ...options, videoSeconds, ...confirms },
    )
    waitFor(undefined)
    if (succeeded(submission)) {
      Object.assign(dialect, { models: list, alias: model })
      return findId(parts, submission)
    }
    const status = statusOf(submission)
    if (status === 429) return { noJob: noCapacity(submission) }
    const isForbidden = status === 402 || status === 403
    noJob = new NotTested(
      `the server accepted no valid submission; the last one ${submission.answer ? `returned ${receivedInWords(submission)}` : `got no response: ${receivedInWords(submission)}`}${isForbidden ? '; check credits and permissions of the account' : ''}`,
    )
    refused = status !== undefined && status < 500 && !isForbidden ? submission : undefined
    // Each may have created a job.
    if ((status === undefined || status >= 500) && ++crashes === MOST_CRASHES) break
  }
  if (refused && isAnotherInterface(readings)) return { stop: notThisInterface([...readings, refused], target) }
  const { maxDuration } = configuration
  const why = `--max-duration ${maxDuration} is shorter than any valid video`
  return { noJob: noJob ?? new NotTested(why, { kind: 'limit', options: ['--max-duration'] }) }
}

function noCapacity({ at, again }: Exchange): NotTested {
  const times = (again?.attempts.length ?? 0) + 1
  return new NotTested(
    `the account has no free capacity: the first submission returned 429 ${times === 1 ? 'with a Retry-After longer than the run waits' : `${times} times in ${Math.ceil(at / 1000)} s`}. Run again when its other jobs have finished, with a longer --deadline (a third of it is spent waiting), or with a separate account`,
  )
}

/** The id is the candidate that GET /videos/{id} knows. */
async function findId(parts: DiscoveryParts, submission: Exchange): Promise<Discovered> {
  const { client, target, configuration, dialect, jobs } = parts
  const candidates = idCandidates(submission, MOST_IDS)
  // A server that knows a new job too late violates a clause; the others must still be tested.
  const again = candidates.slice(0, LIKELIEST_IDS)
  for (const [index, { text, way, type }] of [...candidates, ...again].entries()) {
    if (index === candidates.length) await client.wait(configuration.pollIntervalMs)
    const request = requestTo(target, 'GET /videos/{id}', { id: text })
    const purpose = { by: INTRODUCTION, part: 'introduction', job: submission.n, polled: text } as const
    const poll = await client.ask(request, purpose)
    if (!succeeded(poll)) continue
    Object.assign(dialect, { idWay: way, idType: type })
    const job = jobs.adopt(submission, { firstPoll: poll })
    return { submission, ...(job && { job }) }
  }
  return {
    submission,
    noJob: new NotTested('GET /videos/{id} finds no value of the submission response as a job id'),
  }
}
