import type { Configuration } from '../config/configuration.ts'
import type { Target } from '../config/target.ts'
import { idAt, idCandidates } from '../discovery/dialect/job-id.ts'
import type { Dialect } from '../history/entry/dialect.ts'
import type { Exchange, Purpose } from '../history/entry/exchange.ts'
import { toldToWait } from '../history/reading/facts.ts'
import { jsonOf, recordOf, statusOf, succeeded } from '../history/reading/reading.ts'
import type { Client } from '../http/client.ts'
import { requestTo, videoSecondsOf } from '../http/requests.ts'
import { sameAccount } from '../keys/keyring.ts'
import { canBeFilled, type KeyName } from '../keys/recipes.ts'
import { BeforeNextPoll } from './before-next-poll.ts'
import { bringHome } from './bring-home.ts'
import { Endless } from './endless.ts'
import { isStatusWord, pollers } from './following.ts'
import type { Following, Job, Submission } from './job.ts'
import { type OnItsWay, onItsWay } from './milestones.ts'
import { Room } from './room.ts'

const MOST_IDS = 6
const POLLS_OF_A_LOST_JOB = 5
const POLLS_WITH_A_STRANGE_STATUS = 10

type AdoptOptions = { key?: KeyName; firstPoll?: Exchange; following?: Following }

type Hidden = Pick<OnItsWay, 'note'> & { follow(): void }

/** Submits, follows every job to its end, and hands jobs to the checks that need one. */
export class Jobs {
  readonly all: Job[] = []
  readonly room: Room
  readonly #client: Client
  readonly #target: Target
  readonly #configuration: Configuration
  readonly #dialect: Dialect
  readonly #onChange: () => void
  readonly #births = new Set<(job: Job) => Promise<unknown> | undefined>()
  readonly #hidden = new Map<Job, Hidden>()
  readonly #endless: Endless
  /** Followed by whoever submitted them, until they are released. */
  readonly #held = new Set<Job>()
  readonly #before: BeforeNextPoll

  constructor(parts: {
    client: Client
    target: Target
    configuration: Configuration
    dialect: Dialect
    onChange: () => void
    over: AbortSignal
  }) {
    this.room = new Room(() => this.unfinished().length, parts.over)
    this.#client = parts.client
    this.#target = parts.target
    this.#configuration = parts.configuration
    this.#dialect = parts.dialect
    this.#onChange = parts.onChange
    this.#before = new BeforeNextPoll(parts.over)
    this.#endless = new Endless({
      all: this.all,
      target: parts.target,
      submit: (submission) => this.submit(submission),
    })
  }

  /** Waits for room, asks, and takes up the job that comes of it. */
  async submit({
    request,
    purpose,
    key = 'A',
    following,
    waits,
    alone,
    atOnce = waits === 0,
  }: Submission): Promise<Exchange> {
    const inTurn = <T>(send: (again?: () => Promise<void>) => Promise<T>) => (atOnce ? send() : this.room.submit(send))
    return inTurn(async (again) => {
      const exchange = await this.#client.ask(request, purpose, {
        videoSeconds: videoSecondsOf(request.body ?? ''),
        on429: () => this.room.refused(),
        isBusyOurselves: () => this.unfinished().length > 0,
        ...(again && { untilCapacity: again }),
        ...(waits !== undefined && { waits }),
        ...(atOnce && { regardless: true }),
        ...(alone !== undefined && { alone }),
      })
      if (!succeeded(exchange)) return exchange
      this.room.accepted()
      if (!this.adopt(exchange, { key, ...(following && { following }) })) await this.#lookForItsId(exchange, key)
      return exchange
    })
  }

  /** Whatever was answered like an accepted submission may be a job, wanted or not, and must come to its end. */
  adopt(exchange: Exchange, { key = 'A', firstPoll, following = 'one by one' }: AdoptOptions = {}): Job | undefined {
    const known = this.all.find((job) => job.n === exchange.n)
    if (known) return known
    if (exchange.request.method !== 'POST' || !succeeded(exchange) || !this.#dialect.idWay) return undefined
    const id = idAt(jsonOf(exchange)?.value, this.#dialect.idWay)
    if (id === undefined || !canBeFilled(id) || this.all.some((job) => job.id === id && sameAccount(job.key, key)))
      return undefined
    return this.#take(exchange, id, { key, following, ...(firstPoll && { firstPoll }) })
  }

  /** A job that was submitted before the run broke off, and what has been seen of it. */
  restore(exchange: Exchange, id: string, key: KeyName, polls: readonly Exchange[]): void {
    if (this.all.some((job) => job.n === exchange.n)) return
    const job = this.#take(exchange, id, { key, following: 'one by one' })
    for (const poll of polls) this.#note(job, poll)
  }

  /** Hears of each job before its first poll, which waits for what the listener does, until it is told to stop. */
  onBirth(listener: (job: Job) => Promise<unknown> | undefined): () => void {
    this.#births.add(listener)
    return () => this.#births.delete(listener)
  }

  /** The next poll of a job that the engine follows waits for it a moment: a busy run has many polls before it else. */
  beforeNextPoll(job: Job, act: Promise<unknown>): void {
    this.#before.add(job, act)
  }

  /** Leaves it to the engine to bring a job to its end that nobody followed so far. */
  release(job: Job): void {
    this.#hidden.get(job)?.follow()
  }

  async poll(job: Job, by: string, key: KeyName = job.key): Promise<Exchange> {
    const request = requestTo(this.#target, 'GET /videos/{id}', { key, id: job.id })
    const purpose: Purpose = {
      by,
      part: job.stray ? 'observation' : 'poll',
      job: job.n,
      polled: job.id,
      ...(key !== job.key && { owner: job.key }),
    }
    const exchange = await this.#client.ask(request, purpose)
    this.#note(job, exchange)
    if (!succeeded(exchange) && statusOf(exchange) !== 429) await this.#client.control(by)
    return exchange
  }

  /** Polls until the slowest of the jobs that have ended. */
  get mostPolls(): number {
    return Math.max(1, ...this.all.flatMap(({ final, polls }) => (final ? [polls.indexOf(final) + 1] : [])))
  }

  unfinished(): Job[] {
    return this.all.filter((job) => !job.final && job.lost === undefined)
  }

  /** Resolves when no job is left unfinished but those that somebody else brings to their ends. */
  async calm(): Promise<void> {
    const followed = () => this.unfinished().filter((job) => !this.#held.has(job))
    for (let left = followed(); left.length > 0; left = followed()) await Promise.all(left.map((job) => job.end))
  }

  /** Resolves when no job is left unfinished, however many are added meanwhile. */
  async settled(): Promise<void> {
    await this.room.acted()
    for (let left = this.unfinished(); left.length > 0; left = this.unfinished()) {
      for (const job of left) this.release(job)
      await Promise.all(left.map((job) => job.end))
    }
  }

  /** After the end of the run, whose followers have gone: what is left under way would take up room. */
  async bringHome(until: AbortSignal): Promise<void> {
    const polling = { client: this.#client, intervalMs: this.#configuration.pollIntervalMs, until }
    await Promise.all(
      this.unfinished().map((job) =>
        bringHome(polling, {
          request: requestTo(this.#target, 'GET /videos/{id}', { key: job.key, id: job.id }),
          purpose: { by: 'jobs', part: job.stray ? 'observation' : 'poll', job: job.n, polled: job.id },
          onAnswer: (exchange) => this.#note(job, exchange),
        }),
      ),
    )
  }

  #take(exchange: Exchange, id: string, { key = 'A', firstPoll, following }: AdoptOptions): Job {
    const { job, note, until } = onItsWay(exchange, id, key)
    let isFollowed = false
    const follow = () => {
      if (isFollowed) return
      isFollowed = true
      this.#held.delete(job)
      until(this.#follow(job, following ?? 'one by one'))
    }
    this.#hidden.set(job, { note, follow })
    this.all.push(job)
    if (firstPoll) this.#note(job, firstPoll)
    const births = [...this.#births].flatMap((listener) => listener(job) ?? [])
    if (following === 'not at all') this.#held.add(job)
    else Promise.allSettled(births).then(follow)
    return job
  }

  /** A submission whose answer has the id at another place than the first one's had. */
  async #lookForItsId(submission: Exchange, key: KeyName): Promise<void> {
    const known = (id: string) => this.all.some((job) => job.id === id && sameAccount(job.key, key))
    const candidates = idCandidates(submission, MOST_IDS).filter(({ text }) => !known(text))
    for (const { text } of candidates) {
      const request = requestTo(this.#target, 'GET /videos/{id}', { key, id: text })
      const purpose: Purpose = { by: 'jobs', part: 'introduction', job: submission.n, polled: text }
      const poll = await this.#client.ask(request, purpose)
      if (succeeded(poll)) return void this.#take(submission, text, { key, firstPoll: poll, following: 'one by one' })
    }
  }

  #note(job: Job, exchange: Exchange): void {
    this.#hidden.get(job)?.note(exchange)
    this.#changed()
  }

  #changed(): void {
    this.#onChange()
    this.room.changed()
  }

  async #follow(job: Job, following: Following): Promise<void> {
    let refused = 0
    let strange = 0
    while (!job.final) {
      if (job.polls.length > 0) await this.#client.wait(this.#configuration.pollIntervalMs)
      await this.#before.isOver(job)
      if (job.final) break
      const keys = pollers(job, following)
      const polls = await Promise.all(keys.map((key) => this.poll(job, 'jobs', key)))
      const exchange = polls.at(-1)!
      refused = succeeded(exchange) ? 0 : refused + 1
      strange = succeeded(exchange) && !isStatusWord(recordOf(exchange)?.status) ? strange + 1 : 0
      if (refused >= POLLS_OF_A_LOST_JOB) job.lost = `its last ${refused} polls did not return 2xx`
      const told = toldToWait(exchange)
      if (told !== undefined && !this.#client.hasTimeFor(told * 1000))
        job.lost = `a poll returned ${statusOf(exchange)} with Retry-After ${Math.ceil(told)} s, longer than the run waits`
      if (strange >= POLLS_WITH_A_STRANGE_STATUS) job.lost = `its last ${strange} polls showed no known status`
      await this.#endless.lookAt(job)
      if (job.lost !== undefined) return this.#changed()
    }
  }
}
