import type { Phase } from '../phase.ts'

/** Starts phases in order, and knows which are done. */
export class PhasesUnderWay {
  readonly #beside: readonly Phase[]
  readonly #alone: readonly Phase[]
  readonly #done: ReadonlyMap<Phase, PromiseWithResolvers<void>>
  readonly #drive: (phase: Phase) => Promise<void>

  constructor(beside: readonly Phase[], alone: readonly Phase[], drive: (phase: Phase) => Promise<void>) {
    this.#beside = beside
    this.#alone = alone
    this.#drive = drive
    this.#done = new Map([...beside, ...alone].map((phase) => [phase, Promise.withResolvers()]))
  }

  async done(phases: readonly Phase[]): Promise<void> {
    await Promise.all(phases.map((phase) => this.#done.get(phase)?.promise))
  }

  /** Resolves when all jobs are submitted that phases side by side submit for others. */
  placed(): Promise<void> {
    return this.done(this.#beside.filter(({ stage }) => stage === 'jobs'))
  }

  async sideBySide(): Promise<void> {
    await Promise.all(this.#beside.map((phase) => this.#start(phase)))
  }

  /** `settled`: resolves when no job of the last phase is unfinished. */
  async oneByOne(settled: () => Promise<void>): Promise<void> {
    for (const phase of this.#alone) {
      await this.#start(phase)
      await settled()
    }
  }

  async #start(phase: Phase): Promise<void> {
    await this.#drive(phase)
    this.#done.get(phase)?.resolve()
  }
}
