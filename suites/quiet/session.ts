import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { requestTo, withAuthorization } from '../../engine/http/requests.ts'
import type { Job } from '../../engine/jobs/job.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { NotTested } from '../../engine/run/not-tested.ts'
import { READINGS } from '../../spec/endpoints.ts'
import { type Defect, MUST_BE_REFUSED } from '../inputs/bodies/defects.ts'
import { isBehind, type Situation } from './attribution-rules.ts'
import { type Body, besideInWords, happeningOf, type Other, otherInWords } from './bodies.ts'
import { COUNTERS } from './counters.ts'
import {
  BODY_TO_BE_REFUSED,
  type Happening,
  READING,
  REFUSED_POLL,
  type Reading,
  ROLE,
  type Role,
  readingInWords,
  roleInWords,
} from './marks.ts'
import { type Life, lengthOf, livesIn, mostPollsOf } from './trios.ts'

/** The slow job is polled at so many times the interval. */
export const SLOWER = 3
const LONGER_THAN_FAST = 1.5
/** Usage that lags behind the end of a job is read so often again, after so many jobs. */
const MOST_REREADS = 8
const MOST_WAITS_IN_VAIN = 4
const MOST_FAILED_POLLS = 5

/** An action that replaces one wait, after this many polls. */
export type Rest = { after: number; act: (job: Job) => Promise<void> }
type Polling = { interval: number; poller: KeyName; rest?: Rest | undefined; upTo?: number }

/** One job at a time, from its submission to its end, and the counters afterwards. */
export class QuietSession {
  readonly drive: Driver
  readonly body: Body
  readonly others: readonly Other[]
  /** Submitted while another job rests if the capacity allows two, otherwise one by one. */
  unwatched: readonly Other[]
  #readings = 0
  #inVain = 0

  constructor(drive: Driver, body: Body, others: readonly Other[]) {
    this.drive = drive
    this.body = body
    this.others = others
    const watched = drive.exchanges().filter(succeeded)
    this.unwatched = others.filter((each) => !watched.some(({ purpose }) => purpose.case === besideInWords(each)))
    this.#readings = Math.max(0, ...drive.exchanges().map((each) => READING.in(each)?.reading ?? 0))
  }

  /** In a resumed run: the counters may have changed since the last reading. */
  async continue(): Promise<void> {
    if (this.#readings === 0) return
    await this.drive.wait(this.drive.configuration.lagMs)
    await this.readCounters()
  }

  get isFull(): boolean {
    return this.drive.configuration.profile === 'full'
  }

  get interval(): number {
    return this.drive.configuration.pollIntervalMs
  }

  lives(): Life[] {
    return livesIn(this.drive.exchanges())
  }

  situation(): Situation {
    const { drive } = this
    return { exchanges: drive.exchanges(), has: (key) => drive.has(key), lagMs: drive.configuration.lagMs }
  }

  /** The next unwatched job of this key, or a plain one. */
  nextOf(key: KeyName): Other {
    const plain = this.others.find((each) => each.key === key && each.sort === undefined)
    return this.unwatched.find((each) => each.key === key) ?? { key, body: plain?.body ?? this.body, poller: key }
  }

  /** Reads all counters; the happening is what came since they were last read. */
  async readCounters(happening?: Happening): Promise<void> {
    const reading = ++this.#readings
    for (const meter of COUNTERS)
      if (this.drive.has(meter.key)) await this.#read({ meter, reading, ...(happening && { happening }) })
  }

  async #read(reading: Reading): Promise<void> {
    const { name, key } = reading.meter
    const request = requestTo(this.drive.target, name, { key })
    await this.drive.good(readingInWords(reading), request, { mark: READING.of(reading) })
  }

  /** Reads usage again until it has changed with the job, before another job follows. */
  async readAfterAJob(happening: Happening): Promise<void> {
    await this.readCounters(happening)
    const { drive } = this
    const reading: Reading = { meter: { name: 'GET /usage', key: happening.key }, reading: this.#readings, happening }
    // After several jobs without a change, usage is taken to never change.
    const rereads = this.#inVain < MOST_WAITS_IN_VAIN ? MOST_REREADS : 0
    for (let count = 0; count < rereads && isBehind(reading, drive.exchanges()); count++) {
      await drive.wait(drive.configuration.lagMs / MOST_REREADS)
      await this.#read(reading)
    }
    if (isBehind(reading, drive.exchanges())) this.#inVain++
  }

  /** As long as usage may lag, or a job takes: what changes by itself or with a delay changes now. */
  async idle(): Promise<void> {
    await this.readCounters()
    const { lagMs } = this.drive.configuration
    const longest = Math.max(0, ...this.lives().map(lengthOf))
    await this.drive.wait(Math.max(lagMs, Math.min(2 * lagMs, longest)))
    await this.readCounters({ event: 'nothing', key: 'A' })
  }

  /** A job of a trio, polled to completion. `waits`: retries after 429, instead of the default. */
  async compare(role: Role, key: KeyName = 'A', rest?: Rest, waits?: number): Promise<boolean> {
    const interval = role.pace === 'slow' ? this.#slowly(role.trio) : this.interval
    return this.#complete({ key, body: this.body, poller: key }, roleInWords(role), { interval, rest, waits }, role)
  }

  /** A job, polled to completion, and the counters afterwards. */
  async watch(other: Other): Promise<void> {
    if (await this.#complete(other, otherInWords(other))) await this.readAfterAJob(happeningOf(other))
  }

  /** False if the job was refused or did not finish. */
  async #complete(
    { key, body, poller }: Other,
    what: string,
    how: Partial<Polling & { waits: number | undefined }> = {},
    role?: Role,
  ) {
    const { waits, ...polling } = how
    const { exchange, job } = await this.drive.jobs.submit(body.text, {
      key,
      purpose: { case: what, tries: body.tries, ...(role && { mark: ROLE.of(role) }) },
      following: 'not at all',
      ...(waits !== undefined && { waits }),
    })
    if (!succeeded(exchange) || !job) return false
    await this.poll(job, { poller, ...polling })
    return job.final !== undefined
  }

  /** The first slow poll comes later than the fast job finished, however few polls that took. */
  #slowly(trio: number): number {
    const fast = this.lives().find(({ role, ended }) => role.trio === trio && role.pace === 'fast' && ended)
    const longer = fast && fast.states.length === 2 ? lengthOf(fast) * LONGER_THAN_FAST : 0
    return Math.max(this.interval * SLOWER, longer)
  }

  /** Polls to completion, but no more often than finished jobs suggest. */
  async poll(job: Job, { interval = this.interval, poller = job.key, rest, upTo }: Partial<Polling> = {}) {
    const { drive } = this
    const most = mostPollsOf(this.lives()) ?? drive.jobs.mostPolls
    for (let polls = 0; ; ) {
      await (rest && polls === rest.after ? rest.act(job) : drive.wait(interval))
      const poll = await drive.jobs.poll(job, poller)
      polls++
      if (job.final || polls === upTo) return
      if (polls >= most) throw new NotTested(`a job was not final after ${polls} polls`)
      if (!succeeded(poll) && polls >= MOST_FAILED_POLLS) throw new NotTested(`a poll returned ${statusOf(poll)}`)
    }
  }

  async readEverything(): Promise<void> {
    const { drive } = this
    for (const key of (['A', 'A2'] as const).filter((each) => drive.has(each)))
      for (const name of READINGS) await drive.good(`${name} while a job rests`, requestTo(drive.target, name, { key }))
  }

  async pollInVain({ id }: Job): Promise<void> {
    const { drive } = this
    const as = (key: KeyName) => requestTo(drive.target, 'GET /videos/{id}', { id, key })
    const mark = REFUSED_POLL.of({})
    await drive.observe('a poll without a key', withAuthorization(as('A')), { mark })
    await drive.observe('a poll with an unknown key', withAuthorization(as('A'), 'Bearer {{U}}'), { mark })
    if (drive.has('R')) await drive.observe('a poll with a revoked key', as('R'), { mark })
    if (drive.has('B')) await drive.observe('a poll by another account', as('B'), { mark })
  }

  async pollFinishedJobs(): Promise<void> {
    const { jobs } = this.drive
    await jobs.poll(await jobs.finished())
    for (const key of ['A2', 'B'] as const) {
      const job = jobs.finishedOf(key)
      if (job) await jobs.poll(job)
    }
  }

  /** One body of each kind; another of each kind in the next turn. */
  async sendRefusedBodies(turn: number, waits: { waits?: number } = {}): Promise<void> {
    const { drive, body } = this
    const fields = JSON.parse(body.text) as Record<string, unknown>
    const mark = BODY_TO_BE_REFUSED.of({})
    for (const defects of REFUSED_BODIES) {
      const defect = defects[turn % defects.length]!
      const made = defect.of(fields)
      const text = typeof made === 'string' ? made : JSON.stringify(made)
      const what = `an invalid body, ${defect.what}`
      const request = requestTo(drive.target, 'POST /videos', { body: text })
      await drive.withinLimits(what, () => drive.observe(what, request, { wrong: ['body'], mark }, waits))
    }
    if (!drive.has('R')) return
    const request = requestTo(drive.target, 'POST /videos', { key: 'R', body: body.text })
    const what = 'a valid body with a revoked key'
    await drive.withinLimits(what, () => drive.observe(what, request, { mark }, waits))
  }
}

const KINDS_OF_REFUSED_BODIES = 10
export const REFUSED_BODIES: readonly Defect[][] = [
  ...Map.groupBy(MUST_BE_REFUSED, ({ breaks }) => breaks).values(),
].slice(0, KINDS_OF_REFUSED_BODIES)
