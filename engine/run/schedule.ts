import type { Completed, CutShort, Skipped } from '../history/entry/entries.ts'
import { notEnoughRequests, OverBudget, RunIsOver } from '../http/limits/over-budget.ts'
import type { RunContext } from './context.ts'
import { Driver } from './driver.ts'
import { causeOf, NotTested, OutOfTime } from './not-tested.ts'
import type { Phase } from './phase.ts'
import { oneByOne, sideBySide } from './planning/order.ts'

/** Runs phases by stage: probes and jobs in parallel, quiet and last ones one by one, then those short of requests. */
export class Schedule {
  readonly parallel: readonly Phase[]
  readonly quiet: readonly Phase[]
  readonly #done: ReadonlyMap<Phase, PromiseWithResolvers<void>>

  constructor(phases: readonly Phase[], cut: ReadonlySet<string>) {
    const isCut = ({ name }: Phase) => cut.has(name)
    this.parallel = sideBySide(phases).filter((phase) => !isCut(phase))
    this.quiet = [...oneByOne(phases).filter((phase) => !isCut(phase)), ...phases.filter(isCut)]
    this.#done = new Map(phases.map((phase) => [phase, Promise.withResolvers()]))
  }

  async done(phases: readonly Phase[]): Promise<void> {
    await Promise.all(phases.map((phase) => this.#done.get(phase)?.promise))
  }

  /** Resolves when parallel phases submit no more jobs. */
  placed(): Promise<void> {
    return this.done(this.parallel.filter(({ stage }) => stage === 'jobs'))
  }

  async runParallel(drive: (phase: Phase) => Promise<void>): Promise<void> {
    await Promise.all(this.parallel.map((phase) => this.#run(phase, drive)))
  }

  /** `settled`: resolves when no job of the previous phase is unfinished. */
  async runQuiet(drive: (phase: Phase) => Promise<void>, settled: () => Promise<void>): Promise<void> {
    for (const phase of this.quiet) {
      await this.#run(phase, drive)
      await settled()
    }
  }

  async #run(phase: Phase, drive: (phase: Phase) => Promise<void>): Promise<void> {
    await drive(phase)
    this.#done.get(phase)?.resolve()
  }
}

type HowCut = 'interrupted' | 'deadline' | 'bail'

/** Drives a phase and records how it ended. Returns the limit on requests that ended it. */
export async function drivePhase(phase: Phase, context: RunContext, howCut: () => HowCut): Promise<string | undefined> {
  const { history, leftOut, configuration } = context
  try {
    if (leftOut.has(phase.name)) throw notEnoughRequests(configuration.maxRequests!)
    const driver = new Driver(phase, context)
    await phase.drive(driver)
    if (wasInterrupted(phase, context)) throw new RunIsOver()
    history.append({ kind: 'driven', by: phase.name, ...(driver.hasLeftOut && { leftOut: 'for want of time' }) })
  } catch (error) {
    history.append(endOf(phase, error, context, howCut()))
    if (error instanceof OverBudget && error.option === '--max-requests') return error.message
  }
  return undefined
}

function endOf(
  { name: by }: Phase,
  error: unknown,
  { history, vault }: RunContext,
  how: HowCut,
): Completed | Skipped | CutShort {
  if (error instanceof NotTested) return { kind: 'skipped', by, why: error.message, cause: error.cause }
  if (error instanceof OutOfTime)
    return history.recording.exchangesBy(by).length > 0
      ? { kind: 'driven', by, leftOut: 'for want of time' }
      : { kind: 'skipped', by, why: error.message, cause: { kind: 'run ended', how: 'deadline' } }
  if (error instanceof RunIsOver) {
    return { kind: 'cut-short', by, why: 'the run ended first', cause: { kind: 'run ended', how } }
  }
  if (error instanceof OverBudget) return { kind: 'cut-short', by, why: error.message, cause: causeOf(error) }
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { kind: 'cut-short', by, why: vault.scrub(why), cause: { kind: 'suite fault' }, fault: true }
}

/** Its last request was aborted at the end of the run, which is no response: a resumed run sends it again. */
function wasInterrupted({ name }: Phase, { client, history }: RunContext): boolean {
  return client.isOver && history.recording.exchangesBy(name).at(-1)?.failure?.kind === 'interrupted'
}
