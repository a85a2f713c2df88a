import type { Budget } from '../../http/limits/budget.ts'
import type { Jobs } from '../../jobs/pool.ts'
import type { Check } from '../../judge/check.ts'
import type { Progress } from '../progress.ts'

type Parts = {
  /** Of the run, by the clock of this process. */
  began: number
  checks: number
  jobs: Pick<Jobs, 'all' | 'unfinished'>
  budget: Pick<Budget, 'spent'>
  onProgress?: ((progress: Progress) => void) | undefined
}

/** Checks that only read what others sent are done without a request, so progress does not count them. */
export const sendsRequests = ({ phases }: Pick<Check, 'phases'>): boolean => phases.length > 0

/** Reports the progress of a run at each change. */
export class HowFar {
  readonly #parts: Parts
  #checksDone = 0
  #waitsFor: string | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  oneMoreIsDone(): void {
    this.#checksDone++
    this.tell()
  }

  waitFor(what: string | undefined): void {
    this.#waitsFor = what
    this.tell()
  }

  tell(): void {
    const { onProgress, began, checks, jobs, budget } = this.#parts
    onProgress?.({
      seconds: (performance.now() - began) / 1000,
      checksDone: this.#checksDone,
      checks,
      jobs: jobsIn(jobs),
      requests: budget.spent().requests,
      ...(this.#waitsFor !== undefined && { waitsFor: this.#waitsFor }),
    })
  }
}

function jobsIn(jobs: Parts['jobs']): Progress['jobs'] {
  const unfinished = jobs.unfinished()
  const last = unfinished.at(-1)?.polls.at(-1)?.answer?.body
  const status = /"status"\s*:\s*"(\w+)"/.exec(last ?? '')?.[1]
  const ended = jobs.all.filter((job) => job.final).length
  return { unfinished: unfinished.length, ended, ...(status && { last: status }) }
}
