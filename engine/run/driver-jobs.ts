import type { AboutRequest, Exchange, Header } from '../history/entry/exchange.ts'
import { recordOf } from '../history/reading/reading.ts'
import type { Amount } from '../http/limits/amount.ts'
import { requestTo } from '../http/requests.ts'
import type { Job, Submission } from '../jobs/job.ts'
import { mostPollsBesideAll } from '../jobs/polling.ts'
import type { KeyName } from '../keys/placeholders.ts'
import type { RunContext } from './context.ts'
import { asNotTested, NotTested } from './not-tested.ts'

type SubmitOptions = Pick<Submission, 'key' | 'following' | 'waits' | 'atOnce' | 'confirms'> & {
  /** Added; they replace those with the same name. */
  headers?: readonly Header[]
  /** The body is sent in two pieces. */
  inPieces?: true
  purpose?: AboutRequest
  /** Anything but a submission that every server must accept. */
  as?: 'submission' | 'observation' | 'control'
  /** Name of a connection that only this phase uses. */
  connection?: string
}

/** The jobs of the run, as a phase sees them. */
export class DriverJobs {
  readonly #by: string
  readonly #context: RunContext

  constructor(by: string, context: RunContext) {
    this.#by = by
    this.#context = context
  }

  /** How many jobs the limits allow this phase. */
  get most(): number {
    return this.#context.planned.get(this.#by)?.jobs ?? Number.POSITIVE_INFINITY
  }

  /** With limits: maximum for submissions that must be refused. */
  get unexpected(): Amount | undefined {
    return this.#context.unexpected
  }

  /** Resolves when parallel phases submit no more jobs. */
  async placed(): Promise<void> {
    await this.#context.placed()
  }

  /** A job of account A, finished or not. */
  first(): Promise<Job> {
    return this.#context.firstJob
  }

  async finished(): Promise<Job> {
    const job = await this.first()
    await job.end
    if (!job.final) throw new NotTested(`the job did not finish: ${job.lost}`)
    return job
  }

  finishedOf(key: KeyName): Job | undefined {
    return this.#own.find((job) => job.key === key && job.final !== undefined)
  }

  /** After so many polls, a job that is not larger than finished ones never finishes. */
  get mostPolls(): number {
    return mostPollsBesideAll(this.#own)
  }

  /** Whether the server has ever refused a job for lack of capacity. */
  get wasFull(): boolean {
    return this.#pool.capacity.wasFull
  }

  /** All finished jobs, once parallel phases submit no more. */
  async ended(): Promise<Job[]> {
    await this.#context.placed()
    await Promise.allSettled(this.#pool.all.map(({ end }) => end))
    return this.#own.filter(({ final }) => final !== undefined)
  }

  /** All finished jobs, in an order that does not depend on timing. */
  async endings(): Promise<{ id: string; key: KeyName; status?: string }[]> {
    const order = ({ key, body, n }: Job) => `${key} ${body} ${String(n).padStart(9, '0')}`
    const ended = (await this.ended()).sort((one, other) => (order(one) < order(other) ? -1 : 1))
    return ended.map(({ id, key, final }) => {
      const status = final && recordOf(final)?.status
      return { id, key, ...(typeof status === 'string' && { status }) }
    })
  }

  /** The first poll that showed the job of a submission final. */
  async endOf({ n }: Exchange): Promise<Exchange | undefined> {
    const job = this.#of(n)
    await job?.end
    return job?.final
  }

  isKnown(id: string): boolean {
    return this.#pool.all.some((job) => job.id === id)
  }

  /** Visits each job of parallel phases, new ones before their first poll, which waits for `atBirth`. */
  async visitEach(
    visit: (job: Job, nth: number) => { atBirth?: Promise<unknown>; whole: Promise<void> } | undefined,
  ): Promise<void> {
    const visits: Promise<void>[] = []
    const take = (job: Job) => {
      const visited = visit(job, this.#pool.all.indexOf(job))
      if (!visited) return undefined
      visits.push(visited.whole)
      // Avoids an unhandled rejection; awaited below.
      visited.whole.catch(() => undefined)
      return visited.atBirth?.catch(() => undefined)
    }
    for (const job of this.#pool.all) take(job)
    const stop = this.#pool.onNewJob(take)
    await this.#context.placed()
    stop()
    await Promise.all(visits)
  }

  /** The next poll waits for it, so that it sees the job in its current state. */
  beforeNextPoll<T>(job: Job, act: Promise<T>): Promise<T> {
    this.#pool.beforeNextPoll(job, act)
    return act
  }

  /** Calls `act` when a submission is refused for lack of capacity. Ignores its failure. */
  whenFull(act: () => Promise<void>): void {
    this.#pool.capacity.whenFull(act)
  }

  /** A valid submission, once there is capacity for its job. */
  async submit(
    text: string,
    { key = 'A', headers = [], inPieces, purpose, as = 'submission', connection, ...options }: SubmitOptions = {},
  ): Promise<{ exchange: Exchange; job?: Job }> {
    const plain = requestTo(this.#context.target, 'POST /videos', { key, body: text })
    const replaced = headers.map(([name]) => name.toLowerCase())
    const kept = plain.headers.filter(([name]) => !replaced.includes(name.toLowerCase()))
    const exchange = await this.#pool
      .submit({
        request: { ...plain, headers: [...kept, ...headers], ...(inPieces && { inPieces }) },
        purpose: { ...purpose, by: this.#by, part: as },
        key,
        ...(connection !== undefined && { alone: `${this.#by} ${connection}` }),
        ...options,
      })
      .catch(asNotTested)
    const job = this.#of(exchange.n)
    return { exchange, ...(job && { job }) }
  }

  poll(job: Job, key?: KeyName): Promise<Exchange> {
    return this.#pool.poll(job, this.#by, key)
  }

  /** The engine polls the job to completion from now on. */
  release(job: Job): void {
    this.#pool.release(job)
  }

  get #pool() {
    return this.#context.jobs
  }

  get #own(): Job[] {
    return this.#pool.all.filter(({ stray }) => !stray)
  }

  #of(submission: number): Job | undefined {
    return this.#pool.all.find(({ n }) => n === submission)
  }
}
