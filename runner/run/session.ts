import { Drive } from '../driving/drive.ts'
import { NotTried } from '../driving/not-tried.ts'
import type { Phase } from '../driving/phase.ts'
import type { Shared } from '../driving/shared.ts'
import { Twins } from '../driving/twins.ts'
import { whyNot } from '../folder/files.ts'
import type { Dialect } from '../history/dialect.ts'
import type { Ended } from '../history/exchange.ts'
import { History } from '../history/history.ts'
import { receivedInWords } from '../history/words.ts'
import { timeToComeHome } from '../jobs/bring-home.ts'
import { Jobs } from '../jobs/jobs.ts'
import type { Check } from '../judging/check.ts'
import { Budget, OverBudget, type Spent } from '../wire/budget.ts'
import { Client } from '../wire/client.ts'
import { RunIsOver } from '../wire/run-is-over.ts'
import { beganWith } from './beginning.ts'
import { endingOf } from './ending.ts'
import { howFar } from './how-far.ts'
import { introduce } from './introduction/introduction.ts'
import { PhasesUnderWay } from './phases-under-way.ts'
import { scheduleOf } from './schedule.ts'
import type { Planned } from './selection.ts'
import type { SessionOptions } from './session-options.ts'
import { whyItEnded } from './why-it-ended.ts'

/** One run against one server: gets acquainted, drives every check, brings every job to its end. Judges nothing. */
export class Session {
  readonly history: History
  readonly planned: readonly Planned[]
  readonly #options: SessionOptions
  readonly #budget: Budget
  readonly #client: Client
  readonly #jobs: Jobs
  readonly #dialect: Dialect = {}
  readonly #over: AbortSignal
  readonly #givenUp: AbortSignal
  readonly #deadline: AbortSignal
  readonly #began = performance.now()
  /** Resolves when the open part of the run submits no more jobs. */
  #placed: Promise<unknown> = Promise.resolve()
  readonly #unwritable = new AbortController()
  readonly #gone = new AbortController()
  #done = 0
  #wasAnswered = false
  #cutShort: string | undefined
  #waitsFor: string | undefined

  constructor(options: SessionOptions) {
    const { configuration, target, vault } = options
    this.#options = options
    this.planned = options.planned
    this.history = new History(options.historyPath, (error) => this.#cannotWrite(error))
    this.#budget = new Budget(configuration)
    this.#deadline = AbortSignal.timeout(configuration.deadlineMs)
    this.#over = anyOf(this.#deadline, this.#unwritable.signal, this.#gone.signal, options.interrupt)
    this.#givenUp = anyOf(this.#deadline, this.#gone.signal, options.giveUp)
    this.#client = new Client({
      target,
      vault,
      history: this.history,
      budget: this.#budget,
      configuration,
      over: this.#over,
      givenUp: this.#givenUp,
      onGone: (last) => this.#gone.abort(receivedInWords(last)),
    })
    this.#jobs = new Jobs({
      client: this.#client,
      target,
      configuration,
      dialect: this.#dialect,
      onChange: () => this.#jobsChanged(),
      over: this.#over,
    })
    this.#client.calm = async () => {
      await this.#placed.then(() => this.#jobs.calm())
    }
    this.history.listen((entry) => {
      if (entry.kind === 'exchange' && entry.answer) this.#wasAnswered = true
      this.#tell()
    })
  }

  spent(): Spent {
    return this.#budget.spent()
  }

  async run(): Promise<Ended> {
    this.#writeBeginning()
    let ended: Omit<Ended, 'kind' | 'at'>
    try {
      ended = await this.#drive()
    } catch (error) {
      if (!(error instanceof RunIsOver || error instanceof OverBudget)) throw error
      this.#cutShort ??= error instanceof OverBudget ? error.message : undefined
      ended = { how: 'whole' }
    } finally {
      await this.#bringJobsHome()
      await this.#client.close()
    }
    const entry: Ended = { kind: 'ended', at: this.#client.now(), ...this.#howItEnded(ended) }
    this.history.append(entry)
    this.history.close()
    return entry
  }

  /** Whoever interrupts a run wants its end soon, and no job left in the way of the next one. */
  async #bringJobsHome(): Promise<void> {
    if (!this.#over.aborted || this.#givenUp.aborted) return
    await this.#client.answered()
    await this.#jobs.bringHome(anyOf(AbortSignal.timeout(timeToComeHome(this.#jobs.all)), this.#givenUp))
  }

  #cannotWrite(error: unknown): boolean {
    this.#unwritable.abort(whyNot(error))
    return this.#options.onUnwritable?.(error) ?? false
  }

  #howItEnded(ended: Omit<Ended, 'kind' | 'at'>): Omit<Ended, 'kind' | 'at'> {
    const { signal } = this.#unwritable
    return endingOf(ended, {
      isInterrupted: this.#options.interrupt?.aborted === true,
      unwritable: signal.aborted ? String(signal.reason) : undefined,
      gone: this.#gone.signal.aborted ? String(this.#gone.signal.reason) : undefined,
      baseUrl: this.#options.target.baseUrl,
      wasAnswered: this.#wasAnswered,
      isTooLate: this.#deadline.aborted,
      deadlineMs: this.#options.configuration.deadlineMs,
      cutShort: this.#cutShort,
      unfinished: this.#jobs.unfinished(),
      isFoundAgain: this.#options.historyPath !== undefined && !this.#options.embedded,
    })
  }

  get #toDrive(): Check[] {
    return this.planned.filter(({ skip }) => !skip).map(({ check }) => check)
  }

  #writeBeginning(): void {
    this.history.append(beganWith(this.#options))
    for (const { check, skip } of this.planned) {
      if (!skip) continue
      this.history.append({ kind: 'skipped', by: check.id, ...skip })
      this.#driven(check)
    }
  }

  async #drive(): Promise<Omit<Ended, 'kind' | 'at'>> {
    const { target, configuration, vault, leftovers = [] } = this.#options
    const introduction = await introduce({
      client: this.#client,
      target,
      configuration,
      dialect: this.#dialect,
      jobs: this.#jobs,
      budget: this.#budget,
      history: this.history,
      leftovers: leftovers.filter(({ key }) => vault.names().includes(key)),
      over: this.#over,
      onReached: () => this.#options.onReached?.(this.history),
      waitFor: (what) => {
        this.#waitsFor = what
        this.#tell()
      },
    })
    this.history.append({
      kind: 'learned',
      dialect: this.#dialect,
      evidence: introduction.submission ? [introduction.submission.n] : [],
      ...(introduction.noJob && { noJob: introduction.noJob.message }),
    })
    if (introduction.stop) return { how: 'no target', why: introduction.stop }
    const { job, noJob = new NotTried('no job could be had') } = introduction
    const firstJob = job ? Promise.resolve(job) : Promise.reject(noJob)
    firstJob.catch(() => undefined)
    const twins = new Twins({
      target,
      history: this.history,
      jobs: this.#jobs,
      submission: introduction.submission,
      noJob,
    })
    const phases = new PhasesUnderWay(scheduleOf(this.#toDrive, configuration, this.#options.besides), (phase) =>
      this.#driveOne(phase, shared),
    )
    const shared: Shared = {
      client: this.#client,
      history: this.history,
      jobs: this.#jobs,
      vault,
      target,
      configuration,
      dialect: this.#dialect,
      firstJob,
      requestsLeft: () => this.#budget.requestsLeft(),
      ...(this.#options.still && { still: this.#options.still }),
      foils: new Map(),
      placed: () => phases.placed(),
      twin: (name) => twins.of(name),
    }
    this.#placed = phases.placed()
    for (const check of this.#toDrive) phases.done(check.phases).then(() => this.#driven(check))
    await phases.besideEachOther()
    await this.#jobs.settled()
    await phases.oneByOne(() => this.#jobs.settled())
    for (const each of this.#jobs.all) if (each.final) await this.#jobs.poll(each, 'closing')
    return { how: 'whole' }
  }

  async #driveOne(phase: Phase, shared: Shared): Promise<void> {
    try {
      const drive = new Drive(phase, shared)
      await phase.drive(drive)
      this.history.append({ kind: 'driven', by: phase.name, ...(drive.hasLeftOut && { leftOut: 'for want of time' }) })
    } catch (error) {
      const { interrupt, vault } = this.#options
      this.history.append(whyItEnded(phase.name, error, { isInterrupted: interrupt?.aborted === true, vault }))
      if (error instanceof OverBudget && error.option === '--max-requests') this.#cutShort ??= error.message
    }
  }

  #driven(check: Check): void {
    this.#done++
    this.#options.onDriven?.(check)
    this.#tell()
  }

  #jobsChanged(): void {
    this.#budget.keepForPolls(this.#jobs.unfinished().length * 10)
    this.#tell()
  }

  #tell(): void {
    const { onProgress } = this.#options
    if (!onProgress) return
    onProgress(
      howFar({
        seconds: (performance.now() - this.#began) / 1000,
        checksDone: this.#done,
        checks: this.planned.length,
        jobs: this.#jobs,
        requests: this.#budget.spent().requests,
        waitsFor: this.#waitsFor,
      }),
    )
  }
}

const anyOf = (...signals: (AbortSignal | undefined)[]) => AbortSignal.any(signals.filter((each) => each !== undefined))
