import type { Target } from '../config/target.ts'
import type { Exchange, Purpose, RequestTemplate } from '../history/entry/exchange.ts'
import { showsAState, showsTheEnd, statusOf } from '../history/reading/reading.ts'
import type { Client } from '../http/client.ts'
import { OverBudget, RunIsOver } from '../http/limits/over-budget.ts'
import { requestTo } from '../http/requests.ts'
import { PutOff } from '../http/retry-after.ts'
import { siblingOf } from '../keys/keyring.ts'
import type { KeyName } from '../keys/placeholders.ts'
import { type Following, type Job, pollsToEnd, type Submission } from './job.ts'

export const MOST_FAILED_POLLS = 3
/** After an interrupt. */
export const MOST_TIME_MS = 300_000
const LEAST_TIME_MS = 30_000
const PARALLEL_POLLS = 3
/** A job is given up after so many times the polls of a finished one, at least after the minimum. */
const GIVE_UP = { times: 20, minimum: 200 }
/** Jobs that show whether an unfinished job would ever finish. */
export const MOST_CONTROL_JOBS = 3

/** The keys of the next polls, which are sent in parallel. */
export function pollers({ key, polls }: Job, following: Following): KeyName[] {
  if (following === 'in a crowd') return Array.from({ length: PARALLEL_POLLS }, () => key)
  return following === 'by turns' && polls.length % 2 === 1 ? [siblingOf(key)] : [key]
}

/** How long an interrupted run polls its jobs: as long as finished ones took, within limits. */
export function timeToFinish(jobs: readonly Pick<Job, 'polls' | 'final'>[]): number {
  const longest = Math.max(0, ...jobs.map(({ polls, final }) => (final ? final.at - polls[0]!.at : 0)))
  return Math.max(LEAST_TIME_MS, Math.min(longest, MOST_TIME_MS))
}

type Polling = { client: Client; intervalMs: number; until: AbortSignal }

type Poll = { request: RequestTemplate; purpose: Purpose; onAnswer?: (exchange: Exchange) => void }

/** Polls a job until it is final, the time is over, or some polls in a row show no status. True if it is final. */
export async function pollToCompletion({ client, intervalMs, until }: Polling, poll: Poll): Promise<boolean> {
  const { request, purpose, onAnswer } = poll
  try {
    for (let failed = 0; failed < MOST_FAILED_POLLS; ) {
      const exchange = await client.ask(request, purpose, { until })
      onAnswer?.(exchange)
      if (showsTheEnd(exchange)) return true
      if (showsAState(exchange)) failed = 0
      else if (statusOf(exchange) !== 429) failed++
      await client.wait(intervalMs, until)
    }
  } catch (error) {
    if (!(error instanceof RunIsOver || error instanceof OverBudget)) throw error
  }
  return false
}

/** After so many polls a job never finishes, if a comparable one needed `needed`. */
export function mostPollsBeside(needed: number): number {
  return Math.max(GIVE_UP.minimum, GIVE_UP.times * needed)
}

/** The same for several comparable jobs; infinite if none of them has finished. */
export function mostPollsBesideAll(jobs: readonly Pick<Job, 'polls' | 'final'>[]): number {
  const needed = jobs.flatMap(pollsToEnd)
  return needed.length === 0 ? Number.POSITIVE_INFINITY : mostPollsBeside(Math.max(...needed))
}

type ControlJobsParts = { all: readonly Job[]; target: Target; submit(submission: Submission): Promise<unknown> }

/** Tells slow jobs from jobs that never finish, by control jobs with the same body. */
export class ControlJobs {
  readonly #parts: ControlJobsParts
  #submitted = 0
  readonly #pending = new Set<string>()

  constructor(parts: ControlJobsParts) {
    this.#parts = parts
  }

  /** Gives the job up if one with the same body finished long before. Other bodies may be quicker by any factor. */
  async compare(job: Job): Promise<void> {
    if (this.#needsControl(job)) await this.#submitControl(job)
    const most = mostPollsBesideAll(this.#parts.all.filter(({ body }) => body === job.body))
    if (job.polls.length >= most) job.lost = `it was not final after ${job.polls.length} polls`
  }

  /** It and all jobs with its body take much longer than all others. */
  #needsControl({ body, stray }: Job): boolean {
    if (this.#submitted >= MOST_CONTROL_JOBS || this.#pending.has(body) || stray) return false
    const { all } = this.#parts
    const most = mostPollsBesideAll(all)
    return all.every((each) => each.body !== body || (!each.final && each.polls.length >= most))
  }

  async #submitControl({ body, key }: Job): Promise<void> {
    const { target, submit } = this.#parts
    this.#submitted++
    this.#pending.add(body)
    const request = requestTo(target, 'POST /videos', { key, body })
    const purpose: Purpose = { by: 'jobs', part: 'submission', case: 'control job for one that does not finish' }
    try {
      await submit({ request, purpose, key, waits: 0 })
    } catch (error) {
      if (!(error instanceof OverBudget || error instanceof PutOff)) throw error
      this.#submitted = MOST_CONTROL_JOBS
    } finally {
      this.#pending.delete(body)
    }
  }
}
