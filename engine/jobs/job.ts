import type { Exchange, Purpose } from '../history/entry/exchange.ts'
import { recordOf, showsTheEnd, succeeded } from '../history/reading/reading.ts'
import { keyOf } from '../history/reading/request-key.ts'
import type { KeyName } from '../keys/placeholders.ts'

/** How the engine polls a job: one poll at a time, several in parallel, with two keys in turn, or not (its submitter does). */
export type Following = 'one by one' | 'in a crowd' | 'by turns' | 'not at all'

export type Submission = {
  request: Exchange['request']
  purpose: Purpose
  key?: KeyName
  following?: Following
  /** Retries after 429, instead of the default. */
  waits?: number
  /** The name of a connection of its own. */
  alone?: string
  /** Does not wait for capacity. */
  atOnce?: boolean
  confirms?: true
}

export class Job {
  /** The number of the exchange that submitted it. */
  readonly n: number
  readonly id: string
  readonly key: KeyName
  readonly body: string
  readonly polls: Exchange[] = []
  final?: Exchange
  /** Why polling stopped before it was final. */
  lost?: string
  /** Created by an invalid request: its owner is unknown, so it is not judged. */
  readonly stray: boolean
  readonly #first = Promise.withResolvers<void>()
  readonly #running = Promise.withResolvers<void>()
  readonly #end = Promise.withResolvers<void>()

  constructor(submission: Exchange, id: string, key: KeyName) {
    this.n = submission.n
    this.id = id
    this.key = key
    this.body = submission.request.body ?? ''
    this.stray = keyOf(submission.request) !== key
    // Avoids an unhandled rejection if nothing awaits the end.
    this.end.catch(() => this.#first.resolve())
    this.end.then(this.#running.resolve, () => this.#running.resolve())
  }

  get firstPoll(): Promise<void> {
    return this.#first.promise
  }

  /** Resolves when a poll shows it running, or when it ends. */
  get running(): Promise<void> {
    return this.#running.promise
  }

  get end(): Promise<void> {
    return this.#end.promise
  }

  addPoll(poll: Exchange): void {
    this.polls.push(poll)
    if (!this.final && showsTheEnd(poll)) this.final = poll
    this.#first.resolve()
    if (succeeded(poll) && recordOf(poll)?.status === 'running') this.#running.resolve()
    if (this.final) this.#end.resolve()
  }

  /** The job ends when the engine stops polling it, final or not. */
  endAfter(polling: Promise<void>): void {
    polling.then(this.#end.resolve, this.#end.reject)
  }
}

/** The number of polls until the first one that showed each finished job as final. */
export const pollsToEnd = ({ final, polls }: Pick<Job, 'final' | 'polls'>): number[] =>
  final ? [polls.indexOf(final) + 1] : []
