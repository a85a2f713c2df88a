import type { AboutRequest, Exchange, Header } from '../history/entry/exchange.ts'
import { recordOf } from '../history/reading/reading.ts'
import type { Amount } from '../http/limits/amount.ts'
import { requestTo } from '../http/requests.ts'
import type { Following, Job } from '../jobs/job.ts'
import { mostPollsBesideAll } from '../jobs/polling.ts'
import type { KeyName } from '../keys/recipes.ts'
import type { Shared } from './controls.ts'
import { asNotTested, NotTested } from './not-tested.ts'

type SubmitOptions = {
  key?: KeyName
  /** Beside the usual ones, or instead of those of the same name. */
  headers?: readonly Header[]
  /** The body goes out in two pieces. */
  inPieces?: true
  purpose?: AboutRequest
  /** Where it is not one that a lawful server has to accept, or is there to compare with. */
  as?: 'submission' | 'observation' | 'control'
  following?: Following
  waits?: number
  atOnce?: boolean
  /** The name of a connection that carries only this phase's requests of that name. */
  connection?: string
}

/** What a phase sees of the jobs of the run, whoever submitted them, and how it makes some of its own. */
export class DriverJobs {
  readonly #by: string
  readonly #shared: Shared

  constructor(by: string, shared: Shared) {
    this.#by = by
    this.#shared = shared
  }

  /** How many of its own the limits leave to the phase. */
  get most(): number {
    return this.#shared.planned.get(this.#by)?.jobs ?? Number.POSITIVE_INFINITY
  }

  /** With limits of the user: the most that submissions to be refused may amount to. */
  get unexpected(): Amount | undefined {
    return this.#shared.unexpected
  }

  /** Resolves when all jobs are submitted that phases side by side submit. */
  async placed(): Promise<void> {
    await this.#shared.placed()
  }

  /** A job of account A, at whatever point of its life. */
  first(): Promise<Job> {
    return this.#shared.firstJob
  }

  async finished(): Promise<Job> {
    const job = await this.first()
    await job.end
    if (!job.final) throw new NotTested(`the job did not finish: ${job.lost}`)
    return job
  }

  /** A job of this key that has come to its end by now. */
  finishedOf(key: KeyName): Job | undefined {
    return this.#all.find((job) => job.key === key && job.final !== undefined && !job.stray)
  }

  /** After how many polls a job is given up that is no larger than those of the run that have ended; without end where none has. */
  get mostPolls(): number {
    return mostPollsBesideAll(this.#all.filter(({ stray }) => !stray))
  }

  /** Whether the server ever had no room for one more. */
  get wasFull(): boolean {
    return this.#shared.jobs.room.isScarce
  }

  /** Every job of the run that has ended, once no more of them are submitted while several phases are under way. */
  async ended(): Promise<Job[]> {
    await this.#shared.placed()
    await Promise.allSettled(this.#all.map(({ end }) => end))
    return this.#all.filter(({ final, stray }) => final !== undefined && !stray)
  }

  /** Whose job each is that has ended, and how, in an order that does not depend on which was quicker. */
  async endings(): Promise<{ id: string; key: KeyName; status?: string }[]> {
    const order = ({ key, body, n }: Job) => `${key} ${body} ${String(n).padStart(9, '0')}`
    const ended = (await this.ended()).sort((one, other) => (order(one) < order(other) ? -1 : 1))
    return ended.map(({ id, key, final }) => {
      const status = final && recordOf(final)?.status
      return { id, key, ...(typeof status === 'string' && { status }) }
    })
  }

  /** The poll that showed the job final which a submission has made; nothing where there is none. */
  async endOf(submission: Exchange): Promise<Exchange | undefined> {
    const job = this.#all.find(({ n }) => n === submission.n)
    await job?.end
    return job?.final
  }

  /** Whether a job of the run has this id. */
  isKnown(id: string): boolean {
    return this.#all.some((job) => job.id === id)
  }

  /** Each job of the run so far and each that is still to come while phases are under way beside each other, from before its first poll. */
  async visitEach(
    visit: (job: Job, nth: number) => { atBirth?: Promise<unknown>; whole: Promise<void> } | undefined,
  ): Promise<void> {
    const visits: Promise<void>[] = []
    const take = (job: Job) => {
      const visited = visit(job, this.#all.indexOf(job))
      if (visited) visits.push(visited.whole)
      // The visit fails as a whole; its beginning must not bring the process down.
      visited?.whole.catch(() => undefined)
      return visited?.atBirth?.catch(() => undefined)
    }
    for (const job of this.#all) take(job)
    const stop = this.#shared.jobs.onBirth((job) => take(job))
    await this.#shared.placed()
    // What comes then is for phases that want to be alone.
    stop()
    await Promise.all(visits)
  }

  /** What wants to see a job as it is now, before it is polled on. */
  beforeNextPoll<T>(job: Job, act: Promise<T>): Promise<T> {
    this.#shared.jobs.beforeNextPoll(job, act)
    return act
  }

  /** Done whenever there is no room for one more job, at once; whatever becomes of it, the drive goes on. */
  whenFull(act: () => Promise<void>): void {
    this.#shared.jobs.room.whenFull(act)
  }

  /** A lawful submission, once there is room for its job. */
  async submit(
    text: string,
    { key = 'A', headers = [], inPieces, purpose, as = 'submission', connection, ...options }: SubmitOptions = {},
  ): Promise<{ exchange: Exchange; job?: Job }> {
    const plain = requestTo(this.#shared.target, 'POST /videos', { key, body: text })
    const replaced = headers.map(([name]) => name.toLowerCase())
    const kept = plain.headers.filter(([name]) => !replaced.includes(name.toLowerCase()))
    const request = { ...plain, headers: [...kept, ...headers], ...(inPieces && { inPieces }) }
    const exchange = await this.#shared.jobs
      .submit({
        request,
        purpose: { ...purpose, by: this.#by, part: as },
        key,
        ...(connection !== undefined && { alone: `${this.#by} ${connection}` }),
        ...options,
      })
      .catch(asNotTested)
    const job = this.#all.find(({ n }) => n === exchange.n)
    return { exchange, ...(job && { job }) }
  }

  poll(job: Job, key?: KeyName): Promise<Exchange> {
    return this.#shared.jobs.poll(job, this.#by, key)
  }

  /** Leaves it to the engine to bring a job to its end that nobody followed so far. */
  release(job: Job): void {
    this.#shared.jobs.release(job)
  }

  get #all(): readonly Job[] {
    return this.#shared.jobs.all
  }
}
