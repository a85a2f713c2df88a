import type { Dialect } from '../history/entry/dialect.ts'
import type { Ended } from '../history/entry/entries.ts'
import type { History, Redact } from '../history/history.ts'
import { receivedInWords } from '../history/reading/words.ts'
import { Client } from '../http/client.ts'
import type { Budget, Spent } from '../http/limits/budget.ts'
import { OverBudget, RunIsOver } from '../http/limits/over-budget.ts'
import { newRunName, userAgentOf } from '../http/requests.ts'
import { timeToComeHome } from '../jobs/bring-home.ts'
import type { Leftover } from '../jobs/leftovers.ts'
import { Jobs } from '../jobs/pool.ts'
import type { Check } from '../judge/check.ts'
import type { Shared } from './controls.ts'
import { Twins } from './driving/twins.ts'
import { whyNot } from './folder/files.ts'
import { NotTested } from './not-tested.ts'
import type { Phase } from './phase.ts'
import { oneByOne, sideBySide } from './planning/order.ts'
import { clausesOf, type Planned } from './planning/selection.ts'
import { goingOn } from './resume/resumption.ts'
import { restoreJobs } from './resume/take-up.ts'
import { type Acquainted, acquainted } from './session/acquainted.ts'
import { beginningOf } from './session/beginning.ts'
import { beforeAllWasRead, endingOf } from './session/ending.ts'
import { HowFar, sendsRequests } from './session/how-far.ts'
import { budgetOf, historyOf } from './session/means.ts'
import { drivePhase } from './session/one-phase.ts'
import type { SessionOptions } from './session/options.ts'
import { PhasesUnderWay } from './session/phases-under-way.ts'
import { SlowServer } from './session/slow-server.ts'
import { WhatEndsIt } from './session/what-ends-it.ts'
import { timeToJudge } from './time-to-judge.ts'

/** One run against one server: gets acquainted, drives every check, brings every job to its end. Judges nothing. */
export class Session {
  readonly history: History
  readonly planned: readonly Planned[]
  readonly #options: SessionOptions
  readonly #name: string
  readonly #budget: Budget
  readonly #client: Client
  readonly #jobs: Jobs
  readonly #dialect: Dialect = {}
  readonly #ends: WhatEndsIt
  readonly #began: number
  /** Run clock when this process began; above 0 in a resumed run. */
  readonly #resumedAt: number
  readonly #howFar: HowFar
  /** Resolves when the open part of the run submits no more jobs. */
  #placed: () => Promise<unknown> = () => Promise.resolve()
  #wasAnswered = false
  #cutShort: string | undefined
  /** Why there is no time for a phase. */
  #whyNot: (phase: Phase) => string | undefined = () => undefined

  constructor(options: SessionOptions) {
    const { target, vault, resumption } = options
    const { deadlineMs } = options.configuration
    this.planned = options.planned
    this.#name = options.run ?? resumption?.earlier.began.run ?? newRunName()
    this.#resumedAt = resumption?.earlier.lastAt ?? 0
    this.#began = performance.now()
    // A resumed run has the whole time again, and its clock continues.
    const configuration = { ...options.configuration, deadlineMs: deadlineMs + this.#resumedAt }
    this.#options = { ...options, configuration }
    const ends = new WhatEndsIt({ ...options, deadlineMs })
    this.#ends = ends
    const redact: Redact = (entry) => vault.words.keptOutOf(entry)
    this.history = historyOf(options, (error) => ends.cannotWrite(whyNot(error)), redact)
    const clauseOf = clausesOf(this.planned)
    this.#budget = budgetOf(options, clauseOf)
    this.#client = new Client({
      target,
      vault,
      history: this.history,
      budget: this.#budget,
      configuration,
      userAgent: userAgentOf(this.#name),
      network: options.network,
      clauseOf,
      over: ends.over,
      givenUp: ends.givenUp,
      ...(resumption && { resumeFrom: goingOn(resumption, redact) }),
      onGone: (last) => ends.isGone(receivedInWords(last)),
      onRefused: (last) => ends.isRefused(receivedInWords(last)),
    })
    this.#jobs = new Jobs({
      client: this.#client,
      target,
      configuration,
      dialect: this.#dialect,
      onChange: () => this.#jobsChanged(),
      over: this.#ends.over,
    })
    this.#howFar = new HowFar({
      began: this.#began - this.#resumedAt,
      checks: this.#toDrive.filter(sendsRequests).length,
      jobs: this.#jobs,
      budget: this.#budget,
      onProgress: options.onProgress,
    })
    this.#client.isBusy = () => this.#jobs.unfinished().length > 0
    this.#client.calm = () => this.#placed().then(() => this.#jobs.calm())
    this.history.listen((entry) => {
      if (entry.kind === 'exchange' && entry.answer) {
        this.#wasAnswered = true
        ends.heard(entry.answer.body.length)
      }
      this.#howFar.tell()
    })
  }

  spent(): Spent {
    return this.#budget.spent()
  }

  /** From now on: whether there is still time for it. */
  timeToJudge(): ReturnType<typeof timeToJudge> {
    const { interrupt, giveUp } = this.#options
    const { requests } = this.spent()
    return timeToJudge({ begun: this.#began, deadlineMs: this.#deadlineMs, requests, interrupt, giveUp })
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
      this.#ends.close()
    }
    return this.history.append<Ended>({ kind: 'ended', at: this.#client.now(), ...this.#howItEnded(ended) })
  }

  /** Whoever interrupts a run wants its end soon, and no job left in the way of the next one. */
  async #bringJobsHome(): Promise<void> {
    const { over, givenUp } = this.#ends
    if (!over.aborted || givenUp.aborted) return
    await this.#client.answered()
    await this.#jobs.bringHome(AbortSignal.any([AbortSignal.timeout(timeToComeHome(this.#jobs.all)), givenUp]))
  }

  #howItEnded(ended: Omit<Ended, 'kind' | 'at'>): Omit<Ended, 'kind' | 'at'> {
    return endingOf(ended, {
      ...this.#ends.circumstances(),
      baseUrl: this.#options.target.baseUrl,
      wasAnswered: this.#wasAnswered,
      cutShort: this.#cutShort,
      unfinished: this.#jobs.unfinished(),
      isFoundAgain: this.#options.historyPath !== undefined && !this.#options.embedded,
    })
  }

  /** Of this process. */
  get #deadlineMs(): number {
    return this.#options.configuration.deadlineMs - this.#resumedAt
  }

  get #toDrive(): Check[] {
    return this.planned.filter(({ skip }) => !skip).map(({ check }) => check)
  }

  #writeBeginning(): void {
    for (const entry of beginningOf(this.#options, this.#name)) this.history.append(entry)
    for (const { check, skip } of this.planned) if (skip) this.#options.onDriven?.(check)
  }

  async #drive(): Promise<Omit<Ended, 'kind' | 'at'>> {
    const { target, configuration, vault, resumption, leftovers: find = async () => [] } = this.#options
    const leftovers = await find(this.#ends.over)
    if (!leftovers) return { how: 'deadline', why: beforeAllWasRead({ deadlineMs: this.#deadlineMs }) }
    const introduction = await this.#getAcquainted(leftovers)
    if (introduction.isAway !== undefined) return { how: 'cut short', why: introduction.isAway }
    if (introduction.stop) return { how: 'no target', why: introduction.stop }
    const { job, noJob = new NotTested('no job could be created') } = introduction
    const firstJob = job ? Promise.resolve(job) : Promise.reject(noJob)
    firstJob.catch(() => undefined)
    const { submission } = introduction
    const twins = new Twins({ target, history: this.history, jobs: this.#jobs, submission, noJob })
    const { ceiling, allotment, input, phases: all } = this.#options.plan
    const isCut = ({ name }: Phase) => allotment.cut.has(name)
    const quiet = [...oneByOne(all).filter((phase) => !isCut(phase)), ...all.filter(isCut)]
    const beside = sideBySide(all).filter((phase) => !isCut(phase))
    const phases = new PhasesUnderWay(beside, quiet, (phase) => this.#driveOne(phase, shared))
    const slowServer = new SlowServer({
      alone: quiet,
      lasts: (phase, pace) => phase.lasts?.(input, pace) ?? (allotment.costs.get(phase)?.requests ?? 0) * pace.answerMs,
      deadlineMs: this.#deadlineMs,
      now: () => this.#client.now() - this.#resumedAt,
      allowed: () => this.#client.allowedRate,
      polls: () => this.#jobs.mostPolls,
      last: () => all.length + this.#jobs.all.length,
    })
    this.#whyNot = (phase) => slowServer.whyNot(phase)
    const shared: Shared = {
      endOfBeside: () => slowServer.endOfBeside(),
      whyLate: () => slowServer.whyLate(),
      client: this.#client,
      history: this.history,
      jobs: this.#jobs,
      vault,
      target,
      configuration,
      dialect: this.#dialect,
      firstJob,
      requestsLeft: () => this.#budget.requestsLeft(),
      planned: ceiling.planned,
      shares: allotment.shares,
      leftOut: allotment.leftOut,
      ...(input.unexpected && { unexpected: input.unexpected }),
      ...(ceiling.limit && { limit: ceiling.limit }),
      ...(this.#options.still && { still: this.#options.still }),
      foils: new Map(),
      finishedParts: resumption?.earlier.parts ?? new Set(),
      resumedAt: this.#resumedAt,
      placed: () => phases.placed(),
      twin: (name) => twins.of(name),
    }
    this.#placed = () => phases.placed()
    for (const check of this.#toDrive) phases.done(check.phases).then(() => this.#driven(check))
    await phases.sideBySide()
    await this.#settled((by) => quiet.some(({ name }) => name === by))
    await phases.oneByOne(() => this.#jobs.settled())
    await this.#settled()
    for (const each of this.#jobs.all) if (each.final) await this.#jobs.poll(each, 'closing')
    return { how: 'whole' }
  }

  #getAcquainted(leftovers: readonly Leftover[]): Promise<Acquainted> {
    const { target, configuration, vault, resumption } = this.#options
    return acquainted(
      {
        client: this.#client,
        target,
        configuration,
        dialect: this.#dialect,
        jobs: this.#jobs,
        budget: this.#budget,
        history: this.history,
        leftovers: leftovers.filter(({ key }) => vault.names().includes(key)),
        over: this.#ends.over,
        onReached: () => this.#options.onReached?.(this.history),
        waitFor: (what) => this.#howFar.waitFor(what),
      },
      resumption,
    )
  }

  /** In a resumed run, jobs that no phase has used again are polled to completion, too. */
  async #settled(isYetToCome: (by: string) => boolean = () => false): Promise<void> {
    const { resumption } = this.#options
    if (resumption) restoreJobs(resumption, this.#jobs, this.#dialect.idWay, ({ by }) => !isYetToCome(by))
    await this.#jobs.settled()
  }

  async #driveOne(phase: Phase, shared: Shared): Promise<void> {
    const { resumption, interrupt } = this.#options
    if (resumption?.earlier.finished.has(phase.name)) return
    const why = this.#whyNot(phase)
    if (why !== undefined) {
      const cause = { kind: 'run ended', how: 'deadline' } as const
      this.history.append({ kind: 'skipped', by: phase.name, why, cause })
      return
    }
    const usedUp = await drivePhase(phase, shared, interrupt)
    this.#cutShort ??= usedUp
  }

  #driven(check: Check): void {
    this.#options.onDriven?.(check)
    if (sendsRequests(check)) this.#howFar.oneMoreIsDone()
  }

  #jobsChanged(): void {
    this.#budget.keepForPolls(this.#jobs.unfinished().length * 10)
    this.#howFar.tell()
  }
}
