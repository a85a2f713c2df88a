import { setTimeout as sleep } from 'node:timers/promises'
import type { Configuration } from '../../config/configuration.ts'
import type { Shares } from '../../http/limits/shares.ts'
import type { Phase } from '../driving/phase.ts'
import { PART_BEFORE_JOBS, placing, type Schedule } from '../planning/schedule.ts'

type Means = { configuration: Pick<Configuration, 'deadlineMs'>; shares?: Pick<Shares, 'of'> | undefined }

/** Starts phases when their turn has come, and knows which are done. */
export class PhasesUnderWay {
  readonly #schedule: Schedule
  readonly #done = new Map<Phase, PromiseWithResolvers<void>>()
  readonly #drive: (phase: Phase) => Promise<void>
  readonly #means: Means
  #beforeJobs: Promise<void> | undefined
  #isBeforeJobs = false

  constructor(schedule: Schedule, drive: (phase: Phase) => Promise<void>, means: Means) {
    this.#schedule = schedule
    this.#drive = drive
    this.#means = means
    for (const phase of schedule.phases) this.#done.set(phase, Promise.withResolvers())
  }

  done(phases: readonly Phase[]): Promise<void> {
    return Promise.all(phases.map((phase) => this.#done.get(phase)?.promise)).then(() => undefined)
  }

  /** Resolves when no more jobs are placed that others wait for, while phases are under way at the same time. */
  placed(): Promise<void> {
    return this.done(placing(this.#schedule.beside))
  }

  /** What comes before jobs waits for none of them. */
  async placedSoFar(): Promise<void> {
    if (!this.#isBeforeJobs) await this.placed()
  }

  async besideEachOther(): Promise<void> {
    await Promise.all(this.#schedule.beside.map((phase) => this.#whenItsTurnHasCome(phase)))
  }

  async oneByOne(settled: () => Promise<void>): Promise<void> {
    for (const phase of this.#schedule.alone) {
      await this.#whenItsTurnHasCome(phase)
      // What one of them leaves under way would disturb the next.
      await settled()
    }
  }

  async #whenItsTurnHasCome(phase: Phase): Promise<void> {
    if (this.#schedule.jobsAreScarce) {
      if (this.#means.shares?.of.has(phase.name)) await this.#whatComesBeforeJobs()
      await this.done(phase.yieldsTo ?? [])
    }
    if (phase.afterPlacing) await this.placed()
    await this.#drive(phase)
    this.#done.get(phase)?.resolve()
  }

  #whatComesBeforeJobs(): Promise<void> {
    this.#beforeJobs ??= this.#first()
    return this.#beforeJobs
  }

  /** A slow server is left the time for jobs all the same. */
  async #first(): Promise<void> {
    const first = this.#schedule.beside.filter(({ beforeJobs }) => beforeJobs)
    if (first.length === 0) return
    const mostMs = this.#means.configuration.deadlineMs / PART_BEFORE_JOBS
    this.#isBeforeJobs = true
    await Promise.race([this.done(first), sleep(mostMs, undefined, { ref: false })])
    this.#isBeforeJobs = false
  }
}
