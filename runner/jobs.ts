import { FIELDS, FINAL_STATUSES, STATUSES } from '../spec/words.ts'
import type { Client } from './client.ts'
import type { Configuration } from './configuration.ts'
import type { Dialect } from './dialect/dialect.ts'
import { idAt } from './dialect/job-id.ts'
import type { Exchange, Part, Purpose } from './exchange.ts'
import type { KeyName } from './keys/recipes.ts'
import { jsonOf, parseJson, recordOf, statusOf, succeeded } from './reading.ts'
import { requestTo } from './requests.ts'
import type { Target } from './target.ts'

const POLLS_OF_A_LOST_JOB = 5
const POLLS_WITH_A_STRANGE_STATUS = 10

export type Job = {
  /** The number of the exchange that submitted it. */
  n: number
  id: string
  key: KeyName
  body: string
  polls: Exchange[]
  final?: Exchange
  /** Why nobody follows it any more although it is not final. */
  lost?: string
  /** Made by a request that was no good one: whose job it is, nobody knows, so nothing is judged by it. */
  stray: boolean
  firstPoll: Promise<void>
  end: Promise<void>
}

/** Submits, follows every job to its end, and hands jobs to the checks that need one. */
export class Jobs {
  readonly all: Job[] = []
  readonly #client: Client
  readonly #target: Target
  readonly #configuration: Configuration
  readonly #dialect: Dialect
  readonly #onChange: () => void

  constructor(parts: {
    client: Client
    target: Target
    configuration: Configuration
    dialect: Dialect
    onChange: () => void
  }) {
    this.#client = parts.client
    this.#target = parts.target
    this.#configuration = parts.configuration
    this.#dialect = parts.dialect
    this.#onChange = parts.onChange
  }

  async submit(body: string, purpose: Purpose, key: KeyName = 'A'): Promise<Exchange> {
    const request = requestTo(this.#target, 'POST /videos', { key, body })
    const exchange = await this.#client.ask(request, purpose, { videoSeconds: videoSecondsOf(body) })
    this.adopt(exchange, { key })
    return exchange
  }

  /** Whatever was answered like an accepted submission may be a job, wanted or not, and must come to its end. */
  adopt(exchange: Exchange, { key = 'A', firstPoll }: { key?: KeyName; firstPoll?: Exchange } = {}): Job | undefined {
    const known = this.all.find((job) => job.n === exchange.n)
    if (known) return known
    if (exchange.request.method !== 'POST' || !succeeded(exchange) || !this.#dialect.idWay) return undefined
    const id = idAt(jsonOf(exchange)?.value, this.#dialect.idWay)
    if (id === undefined || this.all.some((job) => job.id === id)) return undefined
    const first = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const job: Job = {
      n: exchange.n,
      id,
      key,
      body: exchange.request.body ?? '',
      stray: !isGood(exchange, key),
      polls: [],
      firstPoll: first.promise,
      end: end.promise,
    }
    this.all.push(job)
    if (firstPoll) this.#note(job, firstPoll)
    this.#follow(job, first.resolve).then(end.resolve, end.reject)
    // Whoever waits for the end hears of the failure; the others must not bring the process down.
    end.promise.catch(() => first.resolve())
    return job
  }

  async poll(job: Job, by: string, part: Part = 'poll', key: KeyName = job.key): Promise<Exchange> {
    const request = requestTo(this.#target, 'GET /videos/{id}', { key, id: job.id })
    const purpose: Purpose = { by, part: job.stray ? 'observation' : part, job: job.n, polled: job.id }
    const exchange = await this.#client.ask(request, purpose)
    this.#note(job, exchange)
    if (!succeeded(exchange) && statusOf(exchange) !== 429) await this.#client.control(by)
    return exchange
  }

  unfinished(): Job[] {
    return this.all.filter((job) => !job.final && !job.lost)
  }

  /** Resolves when no job is left unfinished, however many are added meanwhile. */
  async settled(): Promise<void> {
    for (let left = this.unfinished(); left.length > 0; left = this.unfinished()) {
      await Promise.all(left.map((job) => job.end))
    }
  }

  #note(job: Job, exchange: Exchange): void {
    job.polls.push(exchange)
    const status = recordOf(exchange)?.status
    if (!job.final && succeeded(exchange) && (FINAL_STATUSES as readonly unknown[]).includes(status))
      job.final = exchange
    this.#onChange()
  }

  async #follow(job: Job, afterFirst: () => void): Promise<void> {
    let refused = 0
    let strange = 0
    while (!job.final) {
      if (job.polls.length > 0) await this.#client.wait(this.#configuration.pollIntervalMs)
      if (job.final) break
      const exchange = await this.poll(job, 'jobs')
      afterFirst()
      refused = succeeded(exchange) ? 0 : refused + 1
      strange = succeeded(exchange) && !isStatusWord(recordOf(exchange)?.status) ? strange + 1 : 0
      if (refused >= POLLS_OF_A_LOST_JOB) job.lost = `its last ${refused} polls were not answered with 2xx`
      if (strange >= POLLS_WITH_A_STRANGE_STATUS) job.lost = `its last ${strange} polls showed no status that is known`
      if (job.lost !== undefined) {
        this.#onChange()
        return
      }
    }
    afterFirst()
  }
}

function isGood({ request }: Exchange, key: KeyName): boolean {
  return request.headers.some(([name, value]) => name === 'Authorization' && value === `Bearer {{${key}}}`)
}

function isStatusWord(status: unknown): boolean {
  return (STATUSES as readonly unknown[]).includes(status)
}

/** What a body would cost if it were accepted. */
export function videoSecondsOf(body: string): number {
  const value = parseJson(body)?.value as { duration?: unknown } | null | undefined
  const duration = typeof value === 'object' && value !== null ? value.duration : undefined
  return typeof duration === 'number' && duration >= 0 && Number.isFinite(duration) ? duration : FIELDS.duration.default
}
