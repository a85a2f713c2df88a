import type { ClauseId } from '../../spec/clauses.ts'
import type { EndpointName } from '../../spec/endpoints.ts'
import type { Configuration } from '../config/configuration.ts'
import { pricingOf } from '../config/prices/prices.ts'
import type { Target } from '../config/target.ts'
import type { Cause } from '../history/entry/cause.ts'
import type { Dialect } from '../history/entry/dialect.ts'
import type { ToolFinding } from '../history/entry/entries.ts'
import type { AboutRequest, Exchange, Purpose, RequestTemplate } from '../history/entry/exchange.ts'
import { FOILS, INTRODUCTION } from '../history/entry/senders.ts'
import { succeeded } from '../history/reading/reading.ts'
import { partName } from '../history/resumed.ts'
import type { SendOptions } from '../http/client.ts'
import { chosenWithin } from '../http/limits/amount.ts'
import { expenseOf } from '../http/limits/price-of-body.ts'
import { videoSecondsOf } from '../http/requests.ts'
import type { Job } from '../jobs/job.ts'
import type { KeyName } from '../keys/placeholders.ts'
import type { Vault } from '../keys/vault.ts'
import type { RunContext } from './context.ts'
import { type Control, readOf } from './controls.ts'
import { DriverJobs } from './driver-jobs.ts'
import { Files } from './files.ts'
import { asNotTested, NotTested, OutOfTime } from './not-tested.ts'
import { roundsOf, TIME_FOR_CASES, TIME_TO_SPARE } from './time-budget.ts'

/** Distinguishes a fault in every response from one in every seventh. */
const REPEATS = 12

/** `connection`: the name of a connection that only this phase uses. */
type ProbeOptions = Pick<AboutRequest, 'foils' | 'breaks' | 'near' | 'wrong' | 'mark'> & {
  connection?: string
  foreign?: Job
  /** The server may accept or refuse it. */
  mayBeTakenOn?: true
}

/** What a phase may do while it runs. All its requests are recorded under its name. */
export class Driver {
  readonly jobs: DriverJobs
  readonly files: Files
  readonly target: Target
  readonly configuration: Configuration
  readonly dialect: Dialect
  readonly vault: Pick<Vault, 'has' | 'lengthOf'>
  readonly #by: string
  readonly #context: RunContext
  readonly #isSpare: boolean
  #hasLeftOut = false

  constructor({ name, spare }: { name: string; spare?: true }, context: RunContext) {
    this.jobs = new DriverJobs(name, context)
    this.files = new Files(name, context)
    this.target = context.target
    this.configuration = context.configuration
    this.dialect = context.dialect
    this.vault = context.vault
    this.#by = name
    this.#context = context
    this.#isSpare = spare === true
  }

  /** Whether there is time for more than the plain cases, so that a run against a slow server ends with a verdict. */
  hasTimeToSpare(share = TIME_TO_SPARE): boolean {
    const { resumedAt, endOfParallel } = this.#context
    const latest = (this.configuration.deadlineMs - resumedAt) * TIME_FOR_CASES
    const end = Math.min(latest, endOfParallel?.() ?? latest)
    const has = this.now() - resumedAt < (end * share) / TIME_FOR_CASES
    this.#hasLeftOut ||= !has
    return has
  }

  /** Always yields the first case, the others as time allows. */
  *asTimeAllows<Case>(cases: readonly Case[]): Generator<Case> {
    for (const [index, each] of cases.entries()) {
      if (index > 0 && !this.hasTimeToSpare(TIME_FOR_CASES)) return
      yield each
    }
  }

  /** Several rounds, as time allows: a fault may be intermittent. `ofTheKind`: number of cases of this kind. */
  *often<Case>(cases: readonly Case[], ofTheKind = cases.length): Generator<Case> {
    yield* this.asTimeAllows(cases)
    for (let round = 1; round < roundsOf(ofTheKind, this.configuration); round++)
      for (const each of cases) {
        if (!this.hasTimeToSpare()) return
        yield each
      }
  }

  get hasLeftOut(): boolean {
    return this.#hasLeftOut
  }

  get requestsLeft(): number {
    return this.#context.requestsLeft()
  }

  get keys(): readonly KeyName[] {
    return this.#context.vault.names()
  }

  has(key: KeyName): boolean {
    return this.#context.vault.has(key)
  }

  /** The control request of an endpoint. Rejects if none succeeded. */
  control(name: EndpointName): Promise<Control> {
    return this.#context.control(name)
  }

  /** The control request with one defect. */
  async probe(
    what: string,
    control: Control,
    request: RequestTemplate,
    { connection, foreign, mayBeTakenOn, ...about }: ProbeOptions = {},
  ): Promise<Exchange> {
    const purpose: Purpose = {
      ...{ by: this.#by, part: 'probe', case: what, twin: control.exchange.n, ...about },
      ...(foreign && { foreign: foreign.n }),
    }
    return this.#send(request, purpose, { ...this.#onConnection(connection), ...(mayBeTakenOn && { mayBeTakenOn }) })
  }

  /** Repeats a request with a wrong response. For requests that cannot create a job. */
  async askAgain({ n, request, purpose }: Exchange): Promise<void> {
    for (let time = 0; time < REPEATS && this.hasTimeToSpare(); time++)
      await this.#send(request, { ...purpose, repeats: n })
  }

  /** A more basic defect at the same endpoint, sent once in a run: the root cause if the server accepts it. */
  async foil(what: string, request: RequestTemplate): Promise<Exchange> {
    const { foils } = this.#context
    const name = `${what}, ${request.path}`
    const sent = foils.get(name) ?? this.#send(request, { by: FOILS, part: 'probe', case: what })
    sent.catch(() => undefined)
    foils.set(name, sent)
    return sent
  }

  /** Whether a request contains a valid key after placeholders are replaced. */
  isGoodAfterAll({ headers }: RequestTemplate): boolean {
    const values = headers.flatMap(([name, value]) => (name === 'Authorization' ? [value] : []))
    return values.length === 1 && this.#context.vault.isGoodAuthorization(values[0]!)
  }

  /** A valid request that may not have succeeded before. */
  async good(what: string, request: RequestTemplate, about: AboutRequest = {}): Promise<Exchange> {
    return this.#send(request, { ...about, by: this.#by, part: 'twin', case: what })
  }

  async goodOnConnection(name: string, control: Control): Promise<Exchange> {
    const purpose: Purpose = { by: this.#by, part: 'twin', case: name, ...readOf(control) }
    return this.#send(control.request, purpose, this.#onConnection(name))
  }

  /** Shows whether key and server still work. */
  async repeatControl(control: Control): Promise<Exchange> {
    return this.#send(control.request, { by: this.#by, part: 'control', twin: control.exchange.n, ...readOf(control) })
  }

  /** A request that is not judged by itself. */
  async observe(
    what: string,
    request: RequestTemplate,
    about: AboutRequest = {},
    options: Pick<SendOptions, 'waits'> = {},
  ): Promise<Exchange> {
    return this.#send(request, { ...about, by: this.#by, part: 'observation', case: what }, options)
  }

  /** A case that cannot be tested. */
  gap(what: string, why: string | NotTested, clauses?: readonly ClauseId[]): void {
    const reason = typeof why === 'string' ? { why } : { why: why.message, cause: why.cause }
    const about = clauses && { clauses: [...clauses] }
    this.#context.history.append({ kind: 'gap', by: this.#by, case: what, ...reason, ...about })
  }

  /**
   * The submissions that the limits of the user allow, some of them as `cheaper` makes them. The others are recorded as not
   * tested.
   */
  withinShare<T>(
    planned: readonly T[],
    { nameOf, bodyOf, cheaper }: Record<'nameOf' | 'bodyOf', (each: T) => string> & { cheaper?: (each: T) => T },
  ): readonly T[] {
    const { shares, limit } = this.#context
    const share = shares.get(this.#by)
    if (!share || !limit) return planned
    const pricing = pricingOf(this.configuration.prices)
    const chosen = chosenWithin(share, planned, (each) => expenseOf(bodyOf(each), pricing), cheaper)
    const { option, most } = limit
    const why = new NotTested(`${option} ${most} is too low for this check`, { kind: 'limit', options: [option] })
    for (const each of planned) if (!chosen.includes(each)) this.gap(nameOf(each), why)
    return chosen
  }

  /** Records a case as not tested if a limit of the run does not allow it, because the next one may cost less. */
  async withinLimits<T>(what: string, send: () => Promise<T>): Promise<T | undefined> {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof NotTested) || !['limit', 'already failed'].includes(error.cause.kind)) throw error
      this.gap(what, error)
      return undefined
    }
  }

  /** Records what another tool found in the responses to a case. */
  found(finding: Omit<ToolFinding, 'kind' | 'by'>): void {
    this.#context.history.append({ kind: 'finding', by: this.#by, ...finding })
  }

  notTested(why: string, cause?: Cause): never {
    throw new NotTested(why, cause)
  }

  /** The exchanges of this phase so far. */
  exchanges(): Exchange[] {
    const { earlier } = this.#context.client
    const all = this.#context.history.recording.exchangesBy(this.#by)
    return earlier ? all.filter(({ n }) => !earlier.isHidden(n)) : all
  }

  /** The submissions of discovery; the last one may have been accepted. */
  firstSubmissions(): Exchange[] {
    const { recording } = this.#context.history
    return recording.exchangesBy(INTRODUCTION).filter(({ purpose }) => purpose.part === 'submission')
  }

  now(): number {
    return this.#context.client.now()
  }

  async wait(ms: number): Promise<void> {
    return this.#context.client.wait(ms)
  }

  /** A part of the phase. A resumed run does not repeat finished parts. */
  async part(name: string, act: () => Promise<void>): Promise<void> {
    if (this.#context.finishedParts.has(partName(this.#by, name))) return
    await act()
    this.#context.history.append({ kind: 'part done', by: this.#by, part: name })
  }

  #onConnection(name: string | undefined): SendOptions {
    return name === undefined ? {} : { alone: `${this.#by} ${name}` }
  }

  /** Any POST may create a job: the budget must allow it, and the pool polls it to completion. */
  async #send(request: RequestTemplate, purpose: Purpose, options: SendOptions = {}): Promise<Exchange> {
    const { client, jobs, whyLate, orderOf } = this.#context
    const late = whyLate?.()
    if (late !== undefined) throw new OutOfTime(late)
    const posts = request.method === 'POST'
    const cost = posts ? { videoSeconds: videoSecondsOf(request.body ?? '') } : {}
    const turn = { ...(this.#isSpare && { spare: true as const }), order: orderOf.get(this.#by) ?? 0 }
    const exchange = await client.ask(request, purpose, { ...cost, ...turn, ...options }).catch(asNotTested)
    if (posts && succeeded(exchange)) jobs.adopt(exchange)
    return exchange
  }
}
