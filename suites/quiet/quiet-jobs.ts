import type { Drive } from '../../runner/driving/drive.ts'
import { succeeded } from '../../runner/history/reading.ts'
import type { Job } from '../../runner/jobs/job.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { type Life, livesIn, mostPollsOf } from './lives.ts'
import { type Happening, ROLE, type Role, roleInWords } from './marks.ts'
import { readMeters } from './meters.ts'
import { pollToTheEnd, type Rest } from './poll-to-the-end.ts'
import { happeningOf, type Other, otherInWords, type Wish } from './wishes.ts'

/** How much slower the slow twin is polled. */
export const SLOWER = 3

/** One job at a time, from its submission to its end, and what the meters say then. */
export class QuietJobs {
  readonly drive: Drive
  readonly body: Wish
  readonly others: readonly Other[]
  /** Watched while another job rests, as far as there is room for two; one by one otherwise. */
  unwatched: readonly Other[]
  #readings = 0

  constructor(drive: Drive, body: Wish, others: readonly Other[]) {
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

  readMeters(happening?: Happening): Promise<void> {
    return readMeters(this.drive, ++this.#readings, happening)
  }

  /** A job of this key, and what the meters say then. */
  async watchJob(key: KeyName, role?: Role): Promise<void> {
    if (await this.live(role, key)) await this.readMeters({ event: 'a job', key })
  }

  async watchOther(other: Other): Promise<void> {
    if (await this.live(undefined, other.key, other)) await this.readMeters(happeningOf(other))
  }

  /** A job from its submission to its end; false where it is refused or lost. */
  async live(role: Role | undefined, key: KeyName = 'A', other?: Other, rest?: RestOf): Promise<boolean> {
    const { wish = this.body, poller = key } = other ?? {}
    const what = role ? roleInWords(role) : otherInWords(other ?? { key })
    const { exchange, job } = await this.drive.jobs.submit(wish.text, {
      key,
      purpose: { case: what, tries: wish.tries, ...(role && { mark: ROLE.of(role) }) },
      following: 'not at all',
    })
    if (!succeeded(exchange) || !job) return false
    const interval = role?.pace === 'slow' ? this.interval * SLOWER : this.interval
    await this.pollToTheEnd(job, { interval, poller, ...(rest && { rest: rest(job) }) })
    return job.final !== undefined
  }

  pollToTheEnd(
    job: Job,
    { interval = this.interval, poller = job.key, rest }: { interval?: number; poller?: KeyName; rest?: Rest } = {},
  ): Promise<void> {
    return pollToTheEnd(this.drive, job, { interval, most: mostPollsOf(this.lives()), poller, ...(rest && { rest }) })
  }
}

/** How a job is left alone. */
type RestOf = (job: Job) => Rest
