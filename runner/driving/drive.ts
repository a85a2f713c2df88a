import type { ClauseId } from '../../spec/clauses.ts'
import type { EndpointName } from '../../spec/endpoints.ts'
import type { Cause } from '../history/cause.ts'
import type { Dialect } from '../history/dialect.ts'
import type { Exchange, Finding, Header, Mark, Part, Purpose, RequestTemplate, Wrong } from '../history/exchange.ts'
import { succeeded } from '../history/reading.ts'
import type { Following, Job } from '../jobs/job.ts'
import type { KeyName } from '../keys/recipes.ts'
import type { Vault } from '../keys/vault.ts'
import type { Configuration } from '../settings/configuration.ts'
import type { Target } from '../settings/target.ts'
import type { SendOptions } from '../wire/client.ts'
import { requestTo, videoSecondsOf } from '../wire/requests.ts'
import { JobsSeen } from './jobs-seen.ts'
import { NotTried, noRoomForAJob } from './not-tried.ts'
import type { Shared, Twin } from './shared.ts'

/** Enough to tell a fault that shows each time from one that shows in every seventh answer. */
const TIMES_AGAIN = 12

/** `connection`: the name of a connection that carries only this check's requests of that name. */
type ProbeOptions = {
  foils?: number[]
  connection?: string
  foreign?: Job
  breaks?: ClauseId
  near?: string
  wrong?: readonly Wrong[]
  mark?: Mark
}

type SubmitOptions = {
  key?: KeyName
  /** Beside the usual ones, or instead of those of the same name. */
  headers?: readonly Header[]
  purpose?: Partial<Purpose>
  following?: Following
  waits?: number
  atOnce?: boolean
  connection?: string
}

/** What a check sees of the run while it drives the server. Everything sent through it carries the check's name. */
export class Drive extends JobsSeen {
  readonly #by: string

  constructor(by: string, shared: Shared) {
    super(shared)
    this.#by = by
  }

  get target(): Target {
    return this.shared.target
  }

  get configuration(): Configuration {
    return this.shared.configuration
  }

  get dialect(): Dialect {
    return this.shared.dialect
  }

  get vault(): Pick<Vault, 'has' | 'lengthOf'> {
    return this.shared.vault
  }

  has(key: KeyName): boolean {
    return this.shared.vault.has(key)
  }

  /** A request that this run has seen succeed. Where the endpoint answers nobody, the case cannot be tried. */
  twin(name: EndpointName): Promise<Twin> {
    return this.shared.twin(name)
  }

  /** The twin with one thing wrong. */
  async probe(
    what: string,
    twin: Twin,
    request: RequestTemplate,
    { foils, connection, foreign, breaks, near, wrong, mark }: ProbeOptions = {},
  ): Promise<Exchange> {
    const purpose: Purpose = { by: this.#by, part: 'probe', case: what, twin: twin.exchange.n }
    const more = {
      ...(foils && foils.length > 0 && { foils }),
      ...(foreign && { foreign: foreign.n }),
      ...(breaks && { breaks }),
      ...(near !== undefined && { near }),
      ...(wrong && { wrong }),
      ...(mark && { mark }),
    }
    return this.#ask(request, { ...purpose, ...more }, this.#onConnection(connection))
  }

  /**
   * Whether a wrong answer comes each time, or how often. Nothing that may have become a job is asked again; what is, is
   * no case of its own.
   */
  async askAgain({ n, request, purpose }: Exchange): Promise<void> {
    for (let time = 0; time < TIMES_AGAIN; time++) await this.#ask(request, { ...purpose, repeats: n }, {})
  }

  /** A good request that nothing is known of yet. */
  async read(what: string, request: RequestTemplate): Promise<Exchange> {
    return this.#ask(request, { by: this.#by, part: 'probe', case: what }, {})
  }

  /** Whether a request that was meant to be broken carries a good key all the same, once the keys are filled in. */
  isGoodAfterAll({ headers }: RequestTemplate): boolean {
    const values = headers.flatMap(([name, value]) => (name === 'Authorization' ? [value] : []))
    return values.length === 1 && this.shared.vault.isGoodAuthorization(values[0]!)
  }

  /** A more basic mistake at the same endpoint, tried once in the run: the root cause, if that already gets through. */
  async foil(what: string, request: RequestTemplate): Promise<Exchange> {
    const name = `${what}, ${request.path}`
    let tried = this.shared.foils.get(name)
    if (!tried) {
      tried = this.#ask(request, { by: 'foils', part: 'probe', case: what }, {})
      tried.catch(() => undefined)
      this.shared.foils.set(name, tried)
    }
    return tried
  }

  /** A good request once more: did the key, or the server, stop working in the meantime? */
  async control(twin: Twin): Promise<Exchange> {
    return this.#ask(twin.request, { by: this.#by, part: 'control', twin: twin.exchange.n, ...readOf(twin) }, {})
  }

  async observe(
    what: string,
    request: RequestTemplate,
    purpose: Partial<Purpose> = {},
    options: Pick<SendOptions, 'waits'> = {},
  ): Promise<Exchange> {
    return this.#ask(request, { by: this.#by, part: 'observation', case: what, ...purpose }, options)
  }

  /** A request that is known to be good, though nobody has seen it succeed yet. */
  async goodRequest(what: string, request: RequestTemplate): Promise<Exchange> {
    return this.#ask(request, { by: this.#by, part: 'twin', case: what }, {})
  }

  /** A good request on a connection that carries only this check's requests of that name. */
  async goodOnConnection(name: string, twin: Twin): Promise<Exchange> {
    return this.#ask(
      twin.request,
      { by: this.#by, part: 'twin', case: name, ...readOf(twin) },
      this.#onConnection(name),
    )
  }

  #onConnection(name: string | undefined): SendOptions {
    return name === undefined ? {} : { alone: `${this.#by} ${name}` }
  }

  /** A case that cannot be tried; the others go on. */
  gap(what: string, why: string | NotTried): void {
    const told = typeof why === 'string' ? { why } : { why: why.message, cause: why.cause }
    this.shared.history.append({ kind: 'gap', by: this.#by, case: what, ...told })
  }

  /** What a tool beside the suite made of the answers to a case. */
  found(finding: Omit<Finding, 'kind' | 'by'>): void {
    this.shared.history.append({ kind: 'finding', by: this.#by, ...finding })
  }

  notTried(why: string, cause?: Cause): never {
    throw new NotTried(why, cause)
  }

  poll(job: Job, part: Part = 'poll', key?: KeyName): Promise<Exchange> {
    return this.shared.jobs.poll(job, this.#by, part, key)
  }

  /** Something that several checks look at: done once, under a name of its own. */
  together(name: string, act: (drive: Drive) => Promise<void>): Promise<void> {
    return this.#shareIn(this.shared.together, name, act)
  }

  /** The same for what is meant to be refused: it waits for those that place jobs, so they must not wait for it. */
  once(name: string, act: (drive: Drive) => Promise<void>): Promise<void> {
    return this.#shareIn(this.shared.once, name, act)
  }

  #shareIn(begun: Map<string, Promise<void>>, name: string, act: (drive: Drive) => Promise<void>): Promise<void> {
    this.shared.history.append({ kind: 'joined', by: this.#by, name })
    const underWay = begun.get(name) ?? act(new Drive(name, this.shared))
    begun.set(name, underWay)
    return underWay
  }

  /** A lawful submission, once there is room for its job. */
  async submit(
    text: string,
    { key = 'A', headers = [], purpose = {}, connection, ...options }: SubmitOptions = {},
  ): Promise<{ exchange: Exchange; job?: Job }> {
    const plain = requestTo(this.target, 'POST /videos', { key, body: text })
    const replaced = headers.map(([name]) => name.toLowerCase())
    const kept = plain.headers.filter(([name]) => !replaced.includes(name.toLowerCase()))
    const request = { ...plain, headers: [...kept, ...headers] }
    const { jobs } = this.shared
    const exchange = await jobs
      .submit({
        request,
        purpose: { by: this.#by, part: 'submission', ...purpose },
        key,
        ...this.#onConnection(connection),
        ...options,
      })
      .catch(noRoomForAJob)
    const job = jobs.all.find(({ n }) => n === exchange.n)
    return { exchange, ...(job && { job }) }
  }

  /** What has happened under this drive's name so far. */
  exchanges(): Exchange[] {
    return this.shared.history.recording.exchangesBy(this.#by)
  }

  now(): number {
    return this.shared.client.now()
  }

  wait(ms: number): Promise<void> {
    return this.shared.client.wait(ms)
  }

  /** A POST may become a job, whatever it was meant for: it needs room in the budget, and its job is followed. */
  async #ask(request: RequestTemplate, purpose: Purpose, options: SendOptions): Promise<Exchange> {
    const posts = request.method === 'POST'
    const cost = posts ? { videoSeconds: videoSecondsOf(request.body ?? '') } : {}
    const exchange = await this.shared.client.ask(request, purpose, { ...cost, ...options }).catch(noRoomForAJob)
    if (posts && succeeded(exchange)) this.shared.jobs.adopt(exchange)
    return exchange
  }
}

/** A twin that reads a job reads it again each time it is sent. */
function readOf({ exchange: { purpose } }: Twin): Pick<Purpose, 'job' | 'polled'> {
  const { job, polled } = purpose
  return job !== undefined && polled !== undefined ? { job, polled } : {}
}
