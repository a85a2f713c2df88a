import { setTimeout as sleep } from 'node:timers/promises'
import type { Configuration } from '../config/configuration.ts'
import type { Target } from '../config/target.ts'
import { idAt, idCandidates } from '../discovery/dialect/job-id.ts'
import type { Dialect } from '../history/entry/dialect.ts'
import type { Exchange, Purpose } from '../history/entry/exchange.ts'
import { toldToWait } from '../history/reading/facts.ts'
import { jsonOf, showsAState, statusOf, succeeded } from '../history/reading/reading.ts'
import type { Client } from '../http/client.ts'
import { requestTo, videoSecondsOf } from '../http/requests.ts'
import { sameAccount } from '../keys/keyring.ts'
import { canBeFilled, type KeyName } from '../keys/placeholders.ts'
import { Capacity } from './capacity.ts'
import { type Following, Job, pollsToEnd, type Submission } from './job.ts'
import { ControlJobs, pollers, pollToCompletion } from './polling.ts'

const MOST_IDS = 6
const MOST_FAILED_POLLS = 5
const MOST_POLLS_WITHOUT_STATUS = 10
/** Longest delay of a poll by a check. */
const LONGEST_DELAY_MS = 3000

type AdoptOptions = { key?: KeyName; firstPoll?: Exchange; following?: Following }

type Parts = {
  client: Client
  target: Target
  configuration: Configuration
  dialect: Dialect
  onChange(): void
  over: AbortSignal
}

/** All jobs of a run: submits them, polls each to completion, and hands them to the checks that need one. */
export class JobPool {
  readonly all: Job[] = []
  readonly capacity: Capacity
  readonly #parts: Parts
  readonly #listeners = new Set<(job: Job) => Promise<unknown> | undefined>()
  /** Not polled by the engine yet. */
  readonly #waiting = new Map<Job, Following>()
  readonly #beforeNextPoll = new Map<Job, Promise<unknown>[]>()
  readonly #controlJobs: ControlJobs

  constructor(parts: Parts) {
    const { target, over } = parts
    this.#parts = parts
    this.capacity = new Capacity(() => this.unfinished().length, over)
    this.#controlJobs = new ControlJobs({ all: this.all, target, submit: (submission) => this.submit(submission) })
  }

  /** Waits for capacity, submits, and polls the job. */
  async submit(submission: Submission): Promise<Exchange> {
    const { request, purpose, key = 'A', following, waits, alone, confirms, atOnce = waits === 0 } = submission
    const send = async (again?: () => Promise<void>) => {
      const exchange = await this.#parts.client.ask(request, purpose, {
        videoSeconds: videoSecondsOf(request.body ?? ''),
        on429: () => this.capacity.refused(),
        isBusyOurselves: () => this.unfinished().length > 0,
        ...(again && { untilCapacity: again }),
        ...(waits !== undefined && { waits }),
        ...(atOnce && { regardless: true }),
        ...(alone !== undefined && { alone }),
        ...(confirms && { confirms }),
      })
      if (!succeeded(exchange)) return exchange
      this.capacity.accepted()
      if (!this.adopt(exchange, { key, ...(following && { following }) })) await this.#findId(exchange, key)
      return exchange
    }
    return atOnce ? send() : this.capacity.submit(send)
  }

  /** Any accepted POST may have created a job, which must be polled to completion. */
  adopt(exchange: Exchange, { key = 'A', firstPoll, following = 'one by one' }: AdoptOptions = {}): Job | undefined {
    const known = this.all.find((job) => job.n === exchange.n)
    if (known) return known
    const { idWay } = this.#parts.dialect
    if (exchange.request.method !== 'POST' || !succeeded(exchange) || !idWay) return undefined
    const id = idAt(jsonOf(exchange)?.value, idWay)
    if (id === undefined || !canBeFilled(id) || this.#knows(id, key)) return undefined
    return this.#add(new Job(exchange, id, key), following, firstPoll)
  }

  /** Adds a job that was submitted before the run was interrupted. */
  restore(exchange: Exchange, id: string, key: KeyName, polls: readonly Exchange[]): void {
    if (this.all.some((job) => job.n === exchange.n)) return
    const job = this.#add(new Job(exchange, id, key), 'one by one')
    for (const poll of polls) this.#note(job, poll)
  }

  /** Calls back for each new job. Its first poll waits for the returned promise. Returns a function that ends this. */
  onNewJob(listener: (job: Job) => Promise<unknown> | undefined): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Delays the next poll of a job, for a check that reads it in its current state. */
  beforeNextPoll(job: Job, act: Promise<unknown>): void {
    this.#beforeNextPoll.set(job, [...(this.#beforeNextPoll.get(job) ?? []), act])
  }

  /** The engine polls the job from now on. */
  release(job: Job): void {
    const following = this.#waiting.get(job)
    if (following === undefined) return
    this.#waiting.delete(job)
    job.endAfter(this.#follow(job, following))
  }

  async poll(job: Job, by: string, key: KeyName = job.key): Promise<Exchange> {
    const { client } = this.#parts
    const purpose = { ...purposeOf(job, by), ...(key !== job.key && { owner: job.key }) }
    const exchange = await client.ask(this.#readOf(job, key), purpose)
    this.#note(job, exchange)
    if (!succeeded(exchange) && statusOf(exchange) !== 429) await client.control(by)
    return exchange
  }

  /** The number of polls that the slowest finished job needed. */
  get mostPolls(): number {
    return Math.max(1, ...this.all.flatMap(pollsToEnd))
  }

  unfinished(): Job[] {
    return this.all.filter((job) => !job.final && job.lost === undefined)
  }

  /** Resolves when no job is unfinished, except those that their submitters poll. */
  async calm(): Promise<void> {
    const polled = () => this.unfinished().filter((job) => this.#waiting.get(job) !== 'not at all')
    for (let left = polled(); left.length > 0; left = polled()) await Promise.all(left.map((job) => job.end))
  }

  /** Resolves when no job is unfinished, including those added in the meantime. */
  async settled(): Promise<void> {
    await this.capacity.settled()
    for (let left = this.unfinished(); left.length > 0; left = this.unfinished()) {
      for (const job of left) this.release(job)
      await Promise.all(left.map((job) => job.end))
    }
  }

  /** After an interrupt: polls unfinished jobs, which would use capacity of the next run. */
  async finish(until: AbortSignal): Promise<void> {
    const { client, configuration } = this.#parts
    const polling = { client, intervalMs: configuration.pollIntervalMs, until }
    await Promise.all(
      this.unfinished().map((job) =>
        pollToCompletion(polling, {
          request: this.#readOf(job, job.key),
          purpose: purposeOf(job, 'jobs'),
          onAnswer: (exchange) => this.#note(job, exchange),
        }),
      ),
    )
  }

  #add(job: Job, following: Following, firstPoll?: Exchange): Job {
    this.all.push(job)
    if (firstPoll) this.#note(job, firstPoll)
    const acts = [...this.#listeners].flatMap((listener) => listener(job) ?? [])
    this.#waiting.set(job, following)
    if (following !== 'not at all') Promise.allSettled(acts).then(() => this.release(job))
    return job
  }

  /** A response may show the id at another place than the first one did. */
  async #findId(submission: Exchange, key: KeyName): Promise<void> {
    const { client, target } = this.#parts
    for (const { text } of idCandidates(submission, MOST_IDS).filter((each) => !this.#knows(each.text, key))) {
      const request = requestTo(target, 'GET /videos/{id}', { key, id: text })
      const poll = await client.ask(request, { by: 'jobs', part: 'introduction', job: submission.n, polled: text })
      if (succeeded(poll)) return void this.#add(new Job(submission, text, key), 'one by one', poll)
    }
  }

  #knows(id: string, key: KeyName): boolean {
    return this.all.some((job) => job.id === id && sameAccount(job.key, key))
  }

  #readOf({ id }: Job, key: KeyName) {
    return requestTo(this.#parts.target, 'GET /videos/{id}', { key, id })
  }

  #note(job: Job, exchange: Exchange): void {
    job.addPoll(exchange)
    this.#changed()
  }

  #changed(): void {
    this.#parts.onChange()
    this.capacity.changed()
  }

  async #follow(job: Job, following: Following): Promise<void> {
    const { client, configuration } = this.#parts
    let failed = 0
    let withoutStatus = 0
    while (!job.final) {
      if (job.polls.length > 0) await client.wait(configuration.pollIntervalMs)
      await this.#delayed(job)
      if (job.final) break
      const polls = await Promise.all(pollers(job, following).map((key) => this.poll(job, 'jobs', key)))
      const last = polls.at(-1)!
      failed = succeeded(last) ? 0 : failed + 1
      withoutStatus = succeeded(last) && !showsAState(last) ? withoutStatus + 1 : 0
      if (failed >= MOST_FAILED_POLLS) job.lost = `its last ${failed} polls did not return 2xx`
      const seconds = toldToWait(last)
      if (seconds !== undefined && !client.hasTimeFor(seconds * 1000))
        job.lost = `a poll returned ${statusOf(last)} with Retry-After ${Math.ceil(seconds)} s, longer than the run waits`
      if (withoutStatus >= MOST_POLLS_WITHOUT_STATUS)
        job.lost = `its last ${withoutStatus} polls showed no known status`
      await this.#controlJobs.compare(job)
      if (job.lost !== undefined) return this.#changed()
    }
  }

  async #delayed(job: Job): Promise<void> {
    const acts = this.#beforeNextPoll.get(job) ?? []
    this.#beforeNextPoll.delete(job)
    if (acts.length === 0) return
    await Promise.race([Promise.allSettled(acts), sleep(LONGEST_DELAY_MS, undefined, { ref: false })])
  }
}

const purposeOf = ({ n, id, stray }: Job, by: string): Purpose => ({
  by,
  part: stray ? 'observation' : 'poll',
  job: n,
  polled: id,
})
