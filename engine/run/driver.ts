import type { ClauseId } from '../../spec/clauses.ts'
import type { EndpointName } from '../../spec/endpoints.ts'
import type { Configuration } from '../config/configuration.ts'
import { pricingOf } from '../config/prices/prices.ts'
import type { Target } from '../config/target.ts'
import type { Cause } from '../history/entry/cause.ts'
import type { Dialect } from '../history/entry/dialect.ts'
import type { ToolFinding } from '../history/entry/entries.ts'
import type { AboutRequest, Exchange, Purpose, RequestTemplate } from '../history/entry/exchange.ts'
import { FOILS, INTRODUCTION } from '../history/entry/no-phases.ts'
import { succeeded } from '../history/reading/reading.ts'
import { partName } from '../history/resumed.ts'
import type { SendOptions } from '../http/client.ts'
import { chosenWithin } from '../http/limits/amount.ts'
import { expenseOf } from '../http/limits/price-of-body.ts'
import { videoSecondsOf } from '../http/requests.ts'
import type { Job } from '../jobs/job.ts'
import type { KeyName } from '../keys/recipes.ts'
import type { Vault } from '../keys/vault.ts'
import { type Control, readOf, type Shared } from './controls.ts'
import { DriverJobs } from './driver-jobs.ts'
import { OutOfTime } from './driving/out-of-time.ts'
import { TimeToSpare } from './driving/time-to-spare.ts'
import { FilesAtHand } from './files.ts'
import { asNotTested, NotTested } from './not-tested.ts'

/** Enough to tell a fault that shows each time from one that shows in every seventh answer. */
const TIMES_AGAIN = 12

/** `connection`: the name of a connection that carries only this phase's requests of that name. */
type ProbeOptions = Pick<AboutRequest, 'foils' | 'breaks' | 'near' | 'wrong' | 'mark'> & {
  connection?: string
  foreign?: Job
  /** A lawful server may make a job of it all the same. */
  mayBeTakenOn?: true
}

/** What a phase sees of the run while it drives the server. Everything sent through it carries the phase's name. */
export class Driver {
  readonly jobs: DriverJobs
  readonly files: FilesAtHand
  readonly #by: string
  readonly #shared: Shared
  readonly #time: TimeToSpare
  readonly #isSpare: boolean

  constructor({ name, spare }: { name: string; spare?: true }, shared: Shared) {
    this.jobs = new DriverJobs(name, shared)
    this.files = new FilesAtHand(name, shared)
    this.#by = name
    this.#shared = shared
    const { configuration, resumedAt, endOfBeside } = shared
    const { profile, deadlineMs } = configuration
    this.#time = new TimeToSpare({
      configuration: { profile, deadlineMs: deadlineMs - resumedAt },
      now: () => this.now() - resumedAt,
      ...(endOfBeside && { endOfBeside }),
    })
    this.#isSpare = spare === true
  }

  /**
   * Whether there is time for what goes beyond the plain cases. A server that answers slowly is asked for less of it, so
   * that the run comes to an end of its own, with a verdict.
   */
  hasTimeToSpare(): boolean {
    return this.#time.isLeft()
  }

  /** The first case in any event, and the others as time allows: so each kind has been tried where a server is slow. */
  asTimeAllows<Case>(cases: readonly Case[]): Generator<Case> {
    return this.#time.asItAllows(cases)
  }

  /**
   * The same, and in full again and again, as far as there is time to spare: what gets through may do so now and then.
   * `ofTheKind`: where these are some of the cases of their kind, how many there are in all.
   */
  often<Case>(cases: readonly Case[], ofTheKind = cases.length): Generator<Case> {
    return this.#time.often(cases, ofTheKind)
  }

  /** Whether something was left out for want of time. */
  get hasLeftOut(): boolean {
    return this.#time.hasLeftOut
  }

  get requestsLeft(): number {
    return this.#shared.requestsLeft()
  }

  get target(): Target {
    return this.#shared.target
  }

  get configuration(): Configuration {
    return this.#shared.configuration
  }

  get dialect(): Dialect {
    return this.#shared.dialect
  }

  get vault(): Pick<Vault, 'has' | 'lengthOf'> {
    return this.#shared.vault
  }

  get keys(): readonly KeyName[] {
    return this.#shared.vault.names()
  }

  has(key: KeyName): boolean {
    return this.#shared.vault.has(key)
  }

  /** A request that this run has seen succeed. Where the endpoint answers nobody, the case cannot be tried. */
  control(name: EndpointName): Promise<Control> {
    return this.#shared.twin(name)
  }

  /** The twin with one thing wrong. */
  async probe(
    what: string,
    twin: Control,
    request: RequestTemplate,
    { connection, foreign, mayBeTakenOn, ...about }: ProbeOptions = {},
  ): Promise<Exchange> {
    const purpose: Purpose = { by: this.#by, part: 'probe', case: what, twin: twin.exchange.n, ...about }
    const options = { ...this.#onConnection(connection), ...(mayBeTakenOn && { mayBeTakenOn }) }
    return this.#send(request, foreign ? { ...purpose, foreign: foreign.n } : purpose, options)
  }

  /**
   * Whether a wrong answer comes each time, or how often. Nothing that may have become a job is asked again; what is, is
   * no case of its own.
   */
  async askAgain({ n, request, purpose }: Exchange): Promise<void> {
    for (let time = 0; time < TIMES_AGAIN && this.hasTimeToSpare(); time++)
      await this.#send(request, { ...purpose, repeats: n })
  }

  /** A more basic mistake at the same endpoint, tried once in the run: the root cause, if that already gets through. */
  async foil(what: string, request: RequestTemplate): Promise<Exchange> {
    const name = `${what}, ${request.path}`
    let tried = this.#shared.foils.get(name)
    if (!tried) {
      tried = this.#send(request, { by: FOILS, part: 'probe', case: what })
      tried.catch(() => undefined)
      this.#shared.foils.set(name, tried)
    }
    return tried
  }

  /** Whether a request that was meant to be broken carries a good key all the same, once the keys are filled in. */
  isGoodAfterAll({ headers }: RequestTemplate): boolean {
    const values = headers.flatMap(([name, value]) => (name === 'Authorization' ? [value] : []))
    return values.length === 1 && this.#shared.vault.isGoodAuthorization(values[0]!)
  }

  /** A good request, which nobody needs to have seen succeed yet. */
  async good(what: string, request: RequestTemplate, about: AboutRequest = {}): Promise<Exchange> {
    return this.#send(request, { ...about, by: this.#by, part: 'twin', case: what })
  }

  /** A good request on a connection that carries only this phase's requests of that name. */
  async goodOnConnection(name: string, twin: Control): Promise<Exchange> {
    const purpose: Purpose = { by: this.#by, part: 'twin', case: name, ...readOf(twin) }
    return this.#send(twin.request, purpose, this.#onConnection(name))
  }

  /** A good request once more: did the key, or the server, stop working in the meantime? */
  async repeatControl(twin: Control): Promise<Exchange> {
    return this.#send(twin.request, { by: this.#by, part: 'control', twin: twin.exchange.n, ...readOf(twin) })
  }

  /** What is judged by nobody, or by what comes of it. */
  async observe(
    what: string,
    request: RequestTemplate,
    about: AboutRequest = {},
    options: Pick<SendOptions, 'waits'> = {},
  ): Promise<Exchange> {
    return this.#send(request, { ...about, by: this.#by, part: 'observation', case: what }, options)
  }

  /** A case that cannot be tried; the others go on. */
  gap(what: string, why: string | NotTested, clauses?: readonly ClauseId[]): void {
    const told = typeof why === 'string' ? { why } : { why: why.message, cause: why.cause }
    const about = clauses && { clauses: [...clauses] }
    this.#shared.history.append({ kind: 'gap', by: this.#by, case: what, ...told, ...about })
  }

  /** Of submissions that become a job each, those that the limits of the user allow; the others are recorded as not tested. */
  withinShare<T>(
    wished: readonly T[],
    { nameOf, bodyOf }: Record<'nameOf' | 'bodyOf', (each: T) => string>,
  ): readonly T[] {
    const { shares, limit, configuration } = this.#shared
    const share = shares.get(this.#by)
    if (!share || !limit) return wished
    const pricing = pricingOf(configuration.prices)
    const chosen = chosenWithin(share, wished, (each) => expenseOf(bodyOf(each), pricing))
    const { option, most } = limit
    const why = new NotTested(`${option} ${most} is too low for this check`, { kind: 'limit', options: [option] })
    for (const each of wished) if (!chosen.includes(each)) this.gap(nameOf(each), why)
    return chosen
  }

  /** What the limits of the run leave no room for is left out, and told: the next case may need less of it. */
  async withinLimits<T>(what: string, send: () => Promise<T>): Promise<T | undefined> {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof NotTested) || !['limit', 'already failed'].includes(error.cause.kind)) throw error
      this.gap(what, error)
      return undefined
    }
  }

  /** What a tool beside the suite made of the answers to a case. */
  found(finding: Omit<ToolFinding, 'kind' | 'by'>): void {
    this.#shared.history.append({ kind: 'finding', by: this.#by, ...finding })
  }

  notTested(why: string, cause?: Cause): never {
    throw new NotTested(why, cause)
  }

  /** What has happened under this phase's name so far. */
  exchanges(): Exchange[] {
    const { earlier } = this.#shared.client
    const all = this.#shared.history.recording.exchangesBy(this.#by)
    return earlier ? all.filter(({ n }) => !earlier.isHidden(n)) : all
  }

  /** The submissions that the run tried until one was accepted, that one among them. */
  firstSubmissions(): Exchange[] {
    const { recording } = this.#shared.history
    return recording.exchangesBy(INTRODUCTION).filter(({ purpose }) => purpose.part === 'submission')
  }

  now(): number {
    return this.#shared.client.now()
  }

  async wait(ms: number): Promise<void> {
    return this.#shared.client.wait(ms)
  }

  /** A part of the phase that is not repeated if the run is resumed after it. */
  async part(name: string, act: () => Promise<void>): Promise<void> {
    if (this.#shared.finishedParts.has(partName(this.#by, name))) return
    await act()
    this.#shared.history.append({ kind: 'part done', by: this.#by, part: name })
  }

  #onConnection(name: string | undefined): SendOptions {
    return name === undefined ? {} : { alone: `${this.#by} ${name}` }
  }

  /** A POST may become a job, whatever it was meant for: it needs room in the budget, and its job is followed. */
  async #send(request: RequestTemplate, purpose: Purpose, options: SendOptions = {}): Promise<Exchange> {
    const late = this.#shared.whyLate?.()
    if (late !== undefined) throw new OutOfTime(late)
    const posts = request.method === 'POST'
    const cost = posts ? { videoSeconds: videoSecondsOf(request.body ?? '') } : {}
    const exchange = await this.#shared.client
      .ask(request, purpose, { ...cost, ...(this.#isSpare && { spare: true as const }), ...options })
      .catch(asNotTested)
    if (posts && succeeded(exchange)) this.#shared.jobs.adopt(exchange)
    return exchange
  }
}
