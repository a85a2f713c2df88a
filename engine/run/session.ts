import { type ClauseId, clause as clauseNamed } from '../../spec/clauses.ts'
import { type Discovered, discover } from '../discovery/discovery.ts'
import type { Dialect } from '../history/entry/dialect.ts'
import type { Ended } from '../history/entry/entries.ts'
import { History, type Redact } from '../history/history.ts'
import { receivedInWords } from '../history/reading/words.ts'
import { Client } from '../http/client.ts'
import { Budget, type Spent } from '../http/limits/budget.ts'
import { OverBudget, RunIsOver } from '../http/limits/over-budget.ts'
import { newRunName, userAgentOf } from '../http/requests.ts'
import type { Leftover } from '../jobs/leftovers.ts'
import { timeToFinish } from '../jobs/polling.ts'
import { JobPool } from '../jobs/pool.ts'
import type { Check } from '../judge/check.ts'
import { firstEntries } from './began.ts'
import type { RunContext } from './context.ts'
import { controlsOf } from './controls.ts'
import { type EarlyFailure, EarlyVerdicts } from './early-verdicts.ts'
import { whyNot } from './folder/files.ts'
import { trying } from './folder/out-folder.ts'
import { NotTested } from './not-tested.ts'
import type { Phase } from './phase.ts'
import { sendingOrder } from './planning/order.ts'
import { clausesOf } from './planning/selection.ts'
import { ProgressReporter, sendsRequests } from './progress.ts'
import { reproduceFailures } from './reproduce.ts'
import { restoreDiscovery, restoreJobs } from './resume/restore.ts'
import { goingOn } from './resume/resumption.ts'
import { endedWhileReading, goneInWords, type HowItEnded, RunEnd } from './run-end.ts'
import { drivePhase, Schedule } from './schedule.ts'
import type { SessionOptions } from './session-options.ts'
import { SlowServer } from './slow-server.ts'
import { TimeLeft } from './time-left.ts'
import { timeToJudge } from './time-to-judge.ts'

/** One run against one server: discovery, the phases of all checks, and all jobs polled to completion. It judges nothing. */
export class Session {
  readonly history: History
  readonly #options: SessionOptions
  readonly #name: string
  readonly #budget: Budget
  readonly #client: Client
  readonly #jobs: JobPool
  readonly #dialect: Dialect = {}
  readonly #end: RunEnd
  readonly #began = performance.now()
  /** Run clock when this process began; above 0 in a resumed run. */
  readonly #resumedAt: number
  /** Deadline of this process: a resumed run has the full time again. */
  readonly #deadlineMs: number
  readonly #progress: ProgressReporter
  readonly #schedule: Schedule
  readonly #slowServer: SlowServer
  #wasAnswered = false
  readonly #early: EarlyVerdicts
  readonly #failed = new Set<ClauseId>()
  #cutShort: string | undefined

  constructor(options: SessionOptions) {
    const { target, vault, network, resumption, plan, planned, historyPath, onProgress } = options
    const { deadlineMs } = options.configuration
    this.#resumedAt = resumption?.earlier.lastAt ?? 0
    this.#deadlineMs = deadlineMs
    const configuration = { ...options.configuration, deadlineMs: deadlineMs + this.#resumedAt }
    this.#options = { ...options, configuration }
    this.#name = resumption?.earlier.began.run ?? newRunName()
    const end = new RunEnd({ ...options, deadlineMs, needsReserve: () => this.#failed.size > 0 })
    this.#end = end
    const redact: Redact = (entry) => vault.words.keptOutOf(entry)
    const before = resumption && { before: resumption.recording, limits: resumption.earlier.answerLimits }
    const history = trying(
      `${historyPath}: cannot be written`,
      () => new History(historyPath, (error) => end.stop('unwritable', whyNot(error)), { redact, ...before }),
    )
    this.history = history
    const clauseOf = clausesOf(planned)
    this.#budget = budgetOf(options, clauseOf)
    const client = new Client({
      ...{ target, vault, history, configuration, network, clauseOf },
      budget: this.#budget,
      userAgent: userAgentOf(this.#name),
      over: end.over,
      givenUp: end.givenUp,
      ...(resumption && { resumeFrom: goingOn(resumption, redact) }),
      onGone: (last) => end.stop('unreachable', goneInWords(history.recording, last)),
      onRefused: (last) => end.stop('refused', receivedInWords(last)),
    })
    this.#client = client
    const jobs = new JobPool({
      ...{ client, target, configuration },
      dialect: this.#dialect,
      onChange: () => {
        this.#budget.keepForPolls(jobs.unfinished().length * 10)
        this.#progress.report()
      },
      over: end.over,
    })
    this.#jobs = jobs
    const schedule = new Schedule(plan.phases, plan.allotment.cut)
    this.#schedule = schedule
    this.#slowServer = new SlowServer({
      ...{ plan, client, jobs, deadlineMs },
      quiet: schedule.quiet,
      now: () => client.now() - this.#resumedAt,
    })
    const timeLeft = new TimeLeft(plan, configuration.deadlineMs, () => client.allowedRate)
    for (const entry of resumption?.recording ?? []) timeLeft.note(entry)
    this.#progress = new ProgressReporter({
      ...{ jobs, onProgress },
      secondsLeft: () => timeLeft.secondsAt(client.now()),
      began: this.#began - this.#resumedAt,
      checks: this.#checks.filter(sendsRequests).length,
      budget: this.#budget,
    })
    this.#early = new EarlyVerdicts({
      checks: this.#checks,
      recording: history.recording,
      onFailed: (failure) => this.#noteFailure(failure),
    })
    client.isBusy = () => jobs.unfinished().length > 0
    client.calm = () => schedule.placed().then(() => jobs.calm())
    history.listen((entry) => {
      timeLeft.note(entry)
      if (entry.kind === 'exchange' && entry.answer) {
        this.#wasAnswered = true
        end.responded()
      }
      this.#progress.report()
    })
  }

  spent(): Spent {
    return this.#budget.spent()
  }

  timeToJudge(): ReturnType<typeof timeToJudge> {
    const { interrupt, giveUp } = this.#options
    const { requests } = this.spent()
    return timeToJudge({ begun: this.#began, deadlineMs: this.#deadlineMs, requests, interrupt, giveUp })
  }

  async run(): Promise<Ended> {
    const { planned, target, historyPath, embedded, onDriven } = this.#options
    for (const entry of firstEntries(this.#options, this.#name)) this.history.append(entry)
    for (const { check, skip } of planned) if (skip) onDriven?.(check)
    let ended: HowItEnded = { how: 'whole' }
    try {
      ended = await this.#drive()
    } catch (error) {
      if (!(error instanceof RunIsOver || error instanceof OverBudget)) throw error
      this.#cutShort ??= error instanceof OverBudget ? error.message : undefined
    } finally {
      this.#early.stop()
      if (this.#end.isCutShort) await this.#reproduceFailures(this.#end.givenUp)
      await this.#finishJobs()
      await this.#client.close()
      this.#end.close()
    }
    const how = this.#end.howItEnded(ended, {
      baseUrl: target.baseUrl,
      wasAnswered: this.#wasAnswered,
      cutShort: this.#cutShort,
      unfinished: this.#jobs.unfinished(),
      isFoundAgain: historyPath !== undefined && !embedded,
    })
    return this.history.append<Ended>({ kind: 'ended', at: this.#client.now(), ...how })
  }

  /** After an interrupt: unfinished jobs would use capacity of the next run. */
  async #finishJobs(): Promise<void> {
    const { over, givenUp } = this.#end
    if (!over.aborted || givenUp.aborted) return
    await this.#client.answered()
    await this.#jobs.finish(AbortSignal.any([AbortSignal.timeout(timeToFinish(this.#jobs.all)), givenUp]))
  }

  get #checks(): Check[] {
    return this.#options.planned.filter(({ skip }) => !skip).map(({ check }) => check)
  }

  async #drive(): Promise<HowItEnded> {
    const { leftovers: find = async () => [] } = this.#options
    const leftovers = await find(this.#end.over)
    if (!leftovers) return endedWhileReading(this.#deadlineMs)
    const discovered = await this.#discover(leftovers)
    if (discovered.isAway !== undefined) return { how: 'cut short', why: discovered.isAway }
    if (discovered.stop) return { how: 'no target', why: discovered.stop }
    const context = this.#contextOf(discovered)
    const schedule = this.#schedule
    const jobs = this.#jobs
    for (const check of this.#checks) schedule.done(check.phases).then(() => this.#checkDone(check))
    const drive = (phase: Phase) => this.#drivePhase(phase, context)
    const early = this.#early
    this.history.listen((entry) => {
      if (entry.kind === 'exchange') early.seen()
    })
    await schedule.runParallel(drive)
    await this.#settled((by) => schedule.quiet.some(({ name }) => name === by))
    await schedule.runQuiet(drive, () => jobs.settled())
    await this.#settled()
    early.stop()
    await this.#reproduceFailures(this.#end.over)
    for (const job of jobs.all) if (job.final) await jobs.poll(job, 'closing')
    return { how: 'whole' }
  }

  /** Recorded, so that a resumed run does not repeat it. `isAway`: why the run cannot be resumed now. */
  async #discover(leftovers: readonly Leftover[]): Promise<Discovered & { isAway?: string }> {
    const { target, configuration, vault, resumption, onReached } = this.#options
    const dialect = this.#dialect
    const parts = {
      ...{ target, configuration, dialect },
      client: this.#client,
      jobs: this.#jobs,
      budget: this.#budget,
      history: this.history,
      leftovers: leftovers.filter(({ key }) => vault.names().includes(key)),
      over: this.#end.over,
      onReached: () => onReached?.(this.history),
      waitFor: (what: string | undefined) => this.#progress.waitFor(what),
    }
    if (resumption?.earlier.learned) return restoreDiscovery(resumption, parts)
    const discovered = await discover(parts)
    const { submission, noJob } = discovered
    this.history.append({
      kind: 'learned',
      dialect,
      evidence: submission ? [submission.n] : [],
      ...(noJob && { noJob: noJob.message }),
    })
    return discovered
  }

  #contextOf({ job, submission, noJob = new NotTested('no job could be created') }: Discovered): RunContext {
    const { target, configuration, vault, still, resumption, plan } = this.#options
    const { ceiling, allotment, input } = plan
    const history = this.history
    const jobs = this.#jobs
    const slowServer = this.#slowServer
    const firstJob = job ? Promise.resolve(job) : Promise.reject(noJob)
    firstJob.catch(() => undefined)
    return {
      ...{ history, jobs, vault, target, configuration, firstJob, still },
      client: this.#client,
      dialect: this.#dialect,
      planned: ceiling.planned,
      shares: allotment.shares,
      leftOut: allotment.leftOut,
      unexpected: input.unexpected,
      limit: ceiling.limit,
      foils: new Map(),
      orderOf: sendingOrder(plan.phases, this.#checks, (phase) => allotment.costs.get(phase)?.requests ?? 0),
      finishedParts: resumption?.earlier.parts ?? new Set(),
      resumedAt: this.#resumedAt,
      requestsLeft: () => this.#budget.requestsLeft(),
      endOfParallel: () => slowServer.endOfParallel(),
      whyLate: () => slowServer.whyLate(),
      placed: () => this.#schedule.placed(),
      control: controlsOf({ target, history, jobs, submission, noJob }),
    }
  }

  /** In a resumed run, also polls jobs to completion that no phase has used again. */
  async #settled(isYetToCome: (by: string) => boolean = () => false): Promise<void> {
    const { resumption } = this.#options
    if (resumption) restoreJobs(resumption, this.#jobs, this.#dialect.idWay, ({ by }) => !isYetToCome(by))
    await this.#jobs.settled()
  }

  async #drivePhase(phase: Phase, context: RunContext): Promise<void> {
    const { resumption } = this.#options
    if (resumption?.earlier.finished.has(phase.name)) return
    const why = this.#slowServer.whyNot(phase)
    if (why !== undefined) {
      const cause = { kind: 'run ended', how: 'deadline' } as const
      this.history.append({ kind: 'skipped', by: phase.name, why, cause })
      return
    }
    const usedUp = await drivePhase(phase, context, () => this.#end.howCut)
    this.#cutShort ??= usedUp
  }

  #noteFailure(failure: EarlyFailure): void {
    const { onFailed, configuration } = this.#options
    const { waive, bail } = configuration
    const { clause } = failure.check
    if (this.#failed.has(clause)) return
    this.#failed.add(clause)
    onFailed?.(failure, this.history.recording)
    const isAccepted = (id: ClauseId) => waive.some((waiver) => waiver.clause === id)
    const failed = [...this.#failed].filter((id) => clauseNamed(id).level === 'must' && !isAccepted(id)).length
    if (bail === undefined || failed < bail) return
    const clauses = failed === 1 ? '1 must clause' : `${failed} must clauses`
    this.#end.stop('bail', `the run stopped because ${clauses} failed (--bail)`)
  }

  async #reproduceFailures(until: AbortSignal): Promise<void> {
    const { configuration } = this.#options
    if (until.aborted || configuration.hosted) return
    await reproduceFailures({
      client: this.#client,
      jobs: this.#jobs,
      recording: this.history.recording,
      checks: this.#checks,
      profile: configuration.profile,
      until,
      append: (entry) => this.history.append(entry),
    })
    if (!this.#end.over.aborted) await this.#settled()
  }

  #checkDone(check: Check): void {
    this.#options.onDriven?.(check)
    this.#early.driven(check)
    if (sendsRequests(check)) this.#progress.checkDone()
  }
}

/** `clauseOf`: the clause of a phase that tests only one. */
function budgetOf(
  { configuration, resumption, plan }: SessionOptions,
  clauseOf: (phase: string) => string | undefined,
): Budget {
  if (!resumption) return new Budget(configuration, { ceiling: plan.ceiling })
  const { spent, planned, unexpected } = resumption.earlier
  const clauses = Map.groupBy(unexpected, ({ breaks, by }) => breaks ?? clauseOf(by) ?? by)
  const acceptedOf = new Map([...clauses].map(([clause, all]) => [clause, all.length]))
  return new Budget(configuration, { ceiling: plan.ceiling, before: { ...spent, planned, acceptedOf } })
}
