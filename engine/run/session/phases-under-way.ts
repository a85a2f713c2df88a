import type { Phase } from '../driving/phase.ts'
import { oneByOne, sideBySide } from '../planning/order.ts'

/** Starts phases in order, and knows which are done. */
export class PhasesUnderWay {
  readonly #phases: readonly Phase[]
  readonly #done: ReadonlyMap<Phase, PromiseWithResolvers<void>>
  readonly #drive: (phase: Phase) => Promise<void>

  constructor(phases: readonly Phase[], drive: (phase: Phase) => Promise<void>) {
    this.#phases = phases
    this.#drive = drive
    this.#done = new Map(phases.map((phase) => [phase, Promise.withResolvers()]))
  }

  async done(phases: readonly Phase[]): Promise<void> {
    await Promise.all(phases.map((phase) => this.#done.get(phase)?.promise))
  }

  /** Resolves when all jobs are submitted that phases side by side submit for others. */
  placed(): Promise<void> {
    return this.done(this.#phases.filter(({ stage }) => stage === 'jobs'))
  }

  async sideBySide(): Promise<void> {
    await Promise.all(sideBySide(this.#phases).map((phase) => this.#start(phase)))
  }

  /** `settled`: resolves when no job of the last phase is unfinished. */
  async oneByOne(settled: () => Promise<void>): Promise<void> {
    for (const phase of oneByOne(this.#phases)) {
      await this.#start(phase)
      await settled()
    }
  }

  async #start(phase: Phase): Promise<void> {
    await this.#drive(phase)
    this.#done.get(phase)?.resolve()
  }
}
