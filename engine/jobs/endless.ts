import type { Target } from '../config/target.ts'
import type { Purpose } from '../history/entry/exchange.ts'
import { OverBudget } from '../http/limits/over-budget.ts'
import { requestTo } from '../http/requests.ts'
import { PutOff } from '../http/retry-after.ts'
import type { Job, Submission } from './job.ts'
import { mostPollsBesideAll } from './polling.ts'

/** Jobs that show whether an unfinished job would ever finish. */
export const MOST_CONTROL_JOBS = 3

type Means = { all: readonly Job[]; target: Target; submit(submission: Submission): Promise<unknown> }

/** Tells a job that takes its time from one that never ends. */
export class Endless {
  readonly #means: Means
  #twins = 0
  readonly #underWay = new Set<string>()

  constructor(means: Means) {
    this.#means = means
  }

  /** Another body may take longer by any factor; whether this one does, only a twin can tell. */
  async lookAt(job: Job): Promise<void> {
    if (this.#outlastsAllOthers(job)) await this.#submitTwinOf(job)
    const { all } = this.#means
    // Known once a job of the same body has ended: another one may lawfully take longer by any factor.
    const most = mostPollsBesideAll(all.filter((each) => each.body === job.body))
    if (job.polls.length >= most) job.lost = `it was not final after ${job.polls.length} polls`
  }

  /** With all its twins, each of which may be one of every few jobs that do not end. */
  #outlastsAllOthers(job: Job): boolean {
    if (this.#twins >= MOST_CONTROL_JOBS || this.#underWay.has(job.body) || job.stray) return false
    const { all } = this.#means
    const most = mostPollsBesideAll(all)
    return all.every((each) => each.body !== job.body || (!each.final && each.polls.length >= most))
  }

  async #submitTwinOf({ body, key }: Job): Promise<void> {
    const { target, submit } = this.#means
    this.#twins++
    this.#underWay.add(body)
    const request = requestTo(target, 'POST /videos', { key, body })
    const purpose: Purpose = { by: 'jobs', part: 'submission', case: 'control job for one that does not finish' }
    try {
      await submit({ request, purpose, key, waits: 0 })
    } catch (error) {
      // Without a twin the job is followed for as long as the run lasts.
      if (!(error instanceof OverBudget || error instanceof PutOff)) throw error
      this.#twins = MOST_CONTROL_JOBS
    } finally {
      this.#underWay.delete(body)
    }
  }
}
