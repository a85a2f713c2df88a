import { Drive } from '../driving/drive.ts'
import { NotTried } from '../driving/not-tried.ts'
import type { Phase } from '../driving/phase.ts'
import type { Shared } from '../driving/shared.ts'
import { Twins } from '../driving/twins.ts'
import type { Dialect } from '../history/dialect.ts'
import type { Began, Ended } from '../history/exchange.ts'
import { HISTORY_FORMAT, History } from '../history/history.ts'
import { Jobs } from '../jobs/jobs.ts'
import type { Check } from '../judging/check.ts'
import type { Vault } from '../keys/vault.ts'
import type { Configuration } from '../settings/configuration.ts'
import type { Target } from '../settings/target.ts'
import { Budget, OverBudget, type Spent } from '../wire/budget.ts'
import { Client, RunIsOver } from '../wire/client.ts'
import { introduce } from './introduction.ts'
import { PhasesUnderWay } from './phases-under-way.ts'
import { scheduleOf } from './schedule.ts'
import type { Planned } from './selection.ts'
import { whyItEnded } from './why-it-ended.ts'

export type SessionOptions = {
  target: Target
  vault: Vault
  configuration: Configuration
  planned: readonly Planned[]
  suite: Began['suite']
  specSha256: string
  /** The server was started for this run. */
  embedded?: boolean
  historyPath?: string
  /** The user's wish to stop. */
  interrupt?: AbortSignal
  onProgress?: (progress: Progress) => void
  /** A check has done what it does by itself. */
  onDriven?: (check: Check) => void
}

export type Progress = {
  seconds: number
  checksDone: number
  checks: number
  jobs: { unfinished: number; ended: number; last?: string }
  requests: number
}

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
  readonly #deadline: AbortSignal
  readonly #began = performance.now()
  /** Resolves when the open part of the run submits no more jobs. */
  #placed: Promise<unknown> = Promise.resolve()
  #done = 0
  #cutShort: string | undefined

  constructor(options: SessionOptions) {
    const { configuration, target, vault } = options
    this.#options = options
    this.planned = options.planned
    this.history = new History(options.historyPath)
    this.#budget = new Budget(configuration)
    this.#deadline = AbortSignal.timeout(configuration.deadlineMs)
    this.#over = options.interrupt ? AbortSignal.any([options.interrupt, this.#deadline]) : this.#deadline
    this.#client = new Client({
      target,
      vault,
      history: this.history,
      budget: this.#budget,
      configuration,
      over: this.#over,
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
    this.history.listen(() => this.#tell())
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
      await this.#client.close()
    }
    const entry: Ended = { kind: 'ended', at: this.#client.now(), ...this.#howItEnded(ended) }
    this.history.append(entry)
    this.history.close()
    return entry
  }

  #howItEnded(ended: Omit<Ended, 'kind' | 'at'>): Omit<Ended, 'kind' | 'at'> {
    if (this.#options.interrupt?.aborted) return { how: 'interrupted', why: 'the run was interrupted' }
    if (ended.how !== 'whole') return ended
    if (this.#deadline.aborted) {
      const left = this.#jobs.unfinished().length
      const jobs = left > 0 ? `, with ${left} ${left === 1 ? 'job' : 'jobs'} unfinished` : ''
      return {
        how: 'deadline',
        why: `the deadline of ${this.#options.configuration.deadlineMs / 1000} s came first${jobs}`,
      }
    }
    return this.#cutShort ? { how: 'cut short', why: this.#cutShort } : ended
  }

  get #toDrive(): Check[] {
    return this.planned.filter(({ skip }) => !skip).map(({ check }) => check)
  }

  #writeBeginning(): void {
    const { suite, specSha256, target, embedded, configuration, vault } = this.#options
    this.history.append({
      kind: 'began',
      format: HISTORY_FORMAT,
      suite,
      spec: { sha256: specSha256 },
      target: { baseUrl: target.baseUrl, ...(embedded && { embedded }) },
      startedAt: new Date().toISOString(),
      configuration,
      keys: vault.names(),
      known: vault.keyring.known(),
      planned: this.planned.map(({ check }) => ({
        id: check.id,
        ...(check.kind === 'observation' ? { open: check.open } : { clause: check.clause }),
        phases: check.phases.map(({ name }) => name),
      })),
    })
    for (const { check, skip } of this.planned) {
      if (!skip) continue
      this.history.append({ kind: 'skipped', by: check.id, ...skip })
      this.#driven(check)
    }
  }

  async #drive(): Promise<Omit<Ended, 'kind' | 'at'>> {
    const { target, configuration, vault } = this.#options
    const introduction = await introduce({
      client: this.#client,
      target,
      configuration,
      dialect: this.#dialect,
      jobs: this.#jobs,
      budget: this.#budget,
    })
    this.history.append({
      kind: 'learned',
      dialect: this.#dialect,
      evidence: introduction.submission ? [introduction.submission.n] : [],
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
    const phases = new PhasesUnderWay(scheduleOf(this.#toDrive, configuration), (phase) =>
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
    const last = this.#jobs.all.at(-1)?.polls.at(-1)?.answer?.body
    const status = /"status"\s*:\s*"(\w+)"/.exec(last ?? '')?.[1]
    onProgress({
      seconds: (performance.now() - this.#began) / 1000,
      checksDone: this.#done,
      checks: this.planned.length,
      jobs: {
        unfinished: this.#jobs.unfinished().length,
        ended: this.#jobs.all.filter((job) => job.final).length,
        ...(status && { last: status }),
      },
      requests: this.#budget.spent().requests,
    })
  }
}
