import type { Budget } from '../http/limits/budget.ts'
import type { JobPool } from '../jobs/pool.ts'
import type { Check } from '../judge/check.ts'

export type Progress = {
  seconds: number
  checksDone: number
  checks: number
  jobs: { unfinished: number; ended: number; last?: string }
  requests: number
  /** What the run waits for. */
  waitsFor?: string
  /** Estimated from the pace so far, once enough is known. */
  secondsLeft?: number
}

/** Other checks only judge the exchanges of these, and need no time. */
export const sendsRequests = ({ phases }: Pick<Check, 'phases'>): boolean => phases.length > 0

type Parts = {
  /** Time by the clock of this process. */
  began: number
  checks: number
  jobs: Pick<JobPool, 'all' | 'unfinished'>
  budget: Pick<Budget, 'spent'>
  secondsLeft(): number | undefined
  onProgress?: ((progress: Progress) => void) | undefined
}

const ESTIMATE_MS = 1000

/** Reports progress at each change. */
export class ProgressReporter {
  readonly #parts: Parts
  #checksDone = 0
  #waitsFor: string | undefined
  #secondsLeft: number | undefined
  #nextEstimate = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  checkDone(): void {
    this.#checksDone++
    this.report()
  }

  waitFor(what: string | undefined): void {
    this.#waitsFor = what
    this.report()
  }

  report(): void {
    const { onProgress, began, checks, jobs, budget, secondsLeft } = this.#parts
    if (!onProgress) return
    const unfinished = jobs.unfinished()
    const last = unfinished.at(-1)?.polls.at(-1)?.answer?.body
    const status = /"status"\s*:\s*"(\w+)"/.exec(last ?? '')?.[1]
    const now = performance.now()
    if (now >= this.#nextEstimate) {
      this.#nextEstimate = now + ESTIMATE_MS
      this.#secondsLeft = secondsLeft()
    }
    onProgress({
      seconds: (now - began) / 1000,
      checksDone: this.#checksDone,
      checks,
      jobs: {
        unfinished: unfinished.length,
        ended: jobs.all.filter((job) => job.final).length,
        ...(status && { last: status }),
      },
      requests: budget.spent().requests,
      ...(this.#waitsFor !== undefined && { waitsFor: this.#waitsFor }),
      ...(this.#secondsLeft !== undefined && { secondsLeft: this.#secondsLeft }),
    })
  }
}
