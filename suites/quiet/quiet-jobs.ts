import { succeeded } from '../../engine/history/reading/reading.ts'
import type { Job } from '../../engine/jobs/job.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import { isBehind } from './attribution-rules.ts'
import { type Body, happeningOf, type Other, otherInWords } from './bodies.ts'
import { MOST_LOOKS, MOST_WAITS_IN_VAIN } from './cost.ts'
import { type Life, lengthOf, livesIn, mostPollsOf } from './lives.ts'
import { type Happening, type Reading, ROLE, type Role, roleInWords } from './marks.ts'
import { readMeter, readMeters } from './meters.ts'
import { pollToTheEnd, type Rest, type Way } from './poll-to-the-end.ts'

/** How much slower the second job is polled. */
export const SLOWER = 3
const LONGER_THAN_FAST = 1.5

/** One job at a time, from its submission to its end, and what the meters say then. */
export class QuietJobs {
  readonly drive: Drive
  readonly body: Body
  readonly others: readonly Other[]
  /** Watched while another job rests, as far as there is room for two; one by one otherwise. */
  unwatched: readonly Other[]
  #readings = 0
  #inVain = 0

  constructor(drive: Drive, body: Body, others: readonly Other[]) {
    this.drive = drive
    this.body = body
    this.others = others
    this.unwatched = others
  }

  get isFull(): boolean {
    return this.drive.configuration.profile === 'full'
  }

  get interval(): number {
    return this.drive.configuration.pollIntervalMs
  }

  /** Of all jobs so far. */
  lives(): Life[] {
    return livesIn(this.drive.exchanges())
  }

  /** The plainest that this key may ask for. */
  plainest(key: KeyName): Body {
    return this.others.find((each) => each.key === key && each.sort === undefined)?.body ?? this.body
  }

  readMeters(happening?: Happening): Promise<void> {
    return readMeters(this.drive, ++this.#readings, happening)
  }

  /** A job of this key, and what the meters say then. */
  async watchJob(key: KeyName, role?: Role): Promise<void> {
    if (await this.live(role, key)) await this.readAfterAJob({ event: 'a job', key })
  }

  async watchOther(other: Other): Promise<void> {
    if (await this.live(undefined, other.key, other)) await this.readAfterAJob(happeningOf(other))
  }

  /** Usage may lag behind the end of a job: what has not moved yet is read again, before another job follows. */
  async readAfterAJob(happening: Happening): Promise<void> {
    await this.readMeters(happening)
    const { drive } = this
    const reading: Reading = { meter: { name: 'GET /usage', key: happening.key }, reading: this.#readings, happening }
    for (let looks = 0; looks < this.#looksLeft && isBehind(reading, drive.exchanges()); looks++) {
      await drive.wait(drive.configuration.lagMs / MOST_LOOKS)
      await readMeter(drive, reading)
    }
    if (isBehind(reading, drive.exchanges())) this.#inVain++
  }

  /** A server whose usage never moves has shown it twice with each sort of job, and keeps nobody waiting any longer. */
  get #looksLeft(): number {
    return this.#inVain < MOST_WAITS_IN_VAIN ? MOST_LOOKS : 0
  }

  /** Whatever moves by itself, or lags behind what was asked for before, moves now: it has as long as a job takes. */
  async restWithoutAJob(): Promise<void> {
    await this.readMeters()
    const { lagMs } = this.drive.configuration
    const longest = Math.max(0, ...this.lives().map(lengthOf))
    await this.drive.wait(Math.max(lagMs, Math.min(2 * lagMs, longest)))
    await this.readMeters({ event: 'nothing', key: 'A' })
  }

  /** By which what is odd is told from what is not. */
  situation() {
    const { drive } = this
    const has = (key: KeyName) => drive.has(key)
    return { exchanges: drive.exchanges(), has, lagMs: drive.configuration.lagMs }
  }

  /** A job from its submission to its end; false where it is refused or lost. */
  async live(role: Role | undefined, key: KeyName = 'A', other?: Other, rest?: RestOf): Promise<boolean> {
    const { body = this.plainest(key), poller = key } = other ?? {}
    const what = role ? roleInWords(role) : otherInWords(other ?? { key })
    const { exchange, job } = await this.drive.jobs.submit(body.text, {
      key,
      purpose: { case: what, tries: body.tries, ...(role && { mark: ROLE.of(role) }) },
      following: 'not at all',
    })
    if (!succeeded(exchange) || !job) return false
    const interval = role?.pace === 'slow' ? this.#slowly(role.trio) : this.interval
    await this.pollToTheEnd(job, { interval, poller, ...(rest && { rest: rest(job) }) })
    return job.final !== undefined
  }

  /** The first poll of the slow twin comes when the fast one had ended long ago, however few polls that took. */
  #slowly(trio: number): number {
    const fast = this.lives().find(({ role, ended }) => role.trio === trio && role.pace === 'fast' && ended)
    const longer = fast && fast.states.length === 2 ? lengthOf(fast) * LONGER_THAN_FAST : 0
    return Math.max(this.interval * SLOWER, longer)
  }

  pollToTheEnd(job: Job, way: Partial<Way> = {}): Promise<void> {
    // The first of them is as small as any: what all others needed is its measure.
    const most = mostPollsOf(this.lives()) ?? this.drive.jobs.mostPolls
    const usual = { interval: this.interval, poller: job.key, most }
    return pollToTheEnd(this.drive, job, { ...usual, ...way })
  }
}

/** How a job is left alone. */
type RestOf = (job: Job) => Rest
