import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from './job.ts'

const LONGEST_DELAY_MS = 3000

/** What wants to see a job as it is: its next poll waits for that, a moment at most, for some are told to wait for longer. */
export class BeforeNextPoll {
  readonly #acts = new Map<Job, Promise<unknown>[]>()
  readonly #over: AbortSignal

  constructor(over: AbortSignal) {
    this.#over = over
  }

  add(job: Job, act: Promise<unknown>): void {
    this.#acts.set(job, [...(this.#acts.get(job) ?? []), act])
  }

  async isOver(job: Job): Promise<void> {
    const acts = this.#acts.get(job) ?? []
    this.#acts.delete(job)
    if (acts.length === 0) return
    const done = new AbortController()
    const signal = AbortSignal.any([this.#over, done.signal])
    const enough = sleep(LONGEST_DELAY_MS, undefined, { signal }).catch(() => undefined)
    await Promise.race([Promise.allSettled(acts), enough])
    done.abort()
  }
}
