import { type EndpointName, endpoint } from '../../../spec/endpoints.ts'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Target } from '../../config/target.ts'
import { idAt, idCandidates } from '../../discovery/dialect/job-id.ts'
import type { HistoryEntry, Learned } from '../../history/entry/entries.ts'
import type { Elsewhere, Exchange, Header, Purpose, RequestTemplate } from '../../history/entry/exchange.ts'
import { OBSERVED } from '../../history/entry/no-phases.ts'
import { asksForSomethingElse } from '../../history/reading/plainness.ts'
import { recordOf, succeeded } from '../../history/reading/reading.ts'
import { keyOf } from '../../history/reading/who-asks.ts'
import { endpointOf, idIn } from '../../http/requests.ts'
import type { Keyring } from '../../keys/keyring.ts'
import type { KeyName } from '../../keys/recipes.ts'
import { type BodyMeant, meaningOf } from './bodies.ts'
import { FIRST_SIGHT } from './first-sight.ts'
import { JobsTold, type JobTold } from './jobs-told.ts'
import { Learning } from './learning.ts'

type Meant = Omit<Purpose, 'by'> & { by?: string }

/** An exchange of which nobody has said yet what it was for. */
export type Unattributed = Omit<Exchange, 'purpose' | 'kind' | 'n'> & Pick<Purpose, 'keyLeftOut'>

/**
 * Gives traffic that nobody planned the meaning that planned requests carry by themselves: which endpoint, whose key,
 * which job, what may be expected. Takes one exchange after the other, as they end, and looks at nothing that is to come.
 */
export class Attribution {
  readonly #target: Target
  readonly #jobs: JobsTold
  readonly #learning: Learning
  readonly #readings = new Set<EndpointName>()
  /** By key, its last lawful submission that was taken on. */
  readonly #accepted = new Map<KeyName | undefined, number>()
  readonly #attempts = new Set<string>()
  #n = 0

  constructor(target: Target, keyring: Keyring) {
    this.#target = target
    this.#jobs = new JobsTold(keyring)
    this.#learning = new Learning(target)
  }

  take({ keyLeftOut, ...seen }: Unattributed): HistoryEntry[] {
    const n = ++this.#n
    const bare: Exchange = { kind: 'exchange', n, ...seen, purpose: { by: OBSERVED, part: 'observation' } }
    const { part, ...meant } = this.#meaningOf(bare, keyLeftOut === true)
    const purpose: Purpose = { by: OBSERVED, part, ...meant, ...(keyLeftOut && { keyLeftOut }) }
    const exchange: Exchange = { ...bare, purpose }
    return [exchange, ...this.#learning.from(exchange), ...this.#found(exchange)]
  }

  /** What a client asked of somebody else has no meaning for the interface, and a number like all the rest. */
  takeElsewhere(asked: Omit<Elsewhere, 'kind' | 'n'>): Elsewhere {
    return { kind: 'elsewhere', n: ++this.#n, ...asked }
  }

  #meaningOf(exchange: Exchange, keyLeftOut: boolean): Meant {
    const { request } = exchange
    const name = endpointOf(request, this.#target)
    const what = `${request.method} ${request.path.split('?')[0]}`
    if (isOfSomebodyBetween(exchange)) return { part: 'observation', case: what }
    if (!name || isUnusual(this.#withoutIncidentals(exchange))) return { part: 'observation', case: what }
    if (keyOf(request) === undefined && !keyLeftOut) return { part: 'probe', case: name }
    if (name === 'POST /videos') return { case: name, ...this.#submission(exchange) }
    if (name === 'GET /videos/{id}') return this.#read(exchange)
    return this.#reading(exchange, name)
  }

  /** What clients send of themselves, with a good key beside it: cookies that were set, and names of attempts, each once. */
  #withoutIncidentals({ request, answer }: Exchange): RequestTemplate {
    if (keyOf(request) === undefined) return request
    const isUsual = (header: Header) =>
      !isACookie(header[0]) && !this.#isOfAFirstAttempt(header, request, answer?.status)
    const headers = request.headers.filter(isUsual)
    return { ...request, headers }
  }

  /** One that was told to come again has not counted; of one without an answer nobody knows. */
  #isOfAFirstAttempt([name, value]: Header, request: RequestTemplate, status: number | undefined): boolean {
    if (!/idempotency/i.test(name)) return false
    const attempt = `${keyOf(request)} ${request.path} ${value}`
    if (this.#attempts.has(attempt)) return false
    if (this.#attempts.size >= BOUNDS.jobsObserved.most) this.#attempts.clear()
    if (status !== 429) this.#attempts.add(attempt)
    return true
  }

  #reading(exchange: Exchange, name: EndpointName): Meant {
    if (this.#readings.has(name) || !succeeded(exchange)) return { part: 'twin', case: name }
    this.#readings.add(name)
    return { by: FIRST_SIGHT, part: 'twin', case: name }
  }

  #submission(exchange: Exchange): BodyMeant & Pick<Purpose, 'twin'> {
    const meant = meaningOf(exchange.request, succeeded(exchange))
    const key = keyOf(exchange.request)
    const twin = this.#accepted.get(key)
    if (succeeded(exchange)) {
      this.#jobs.add({
        n: exchange.n,
        key,
        isSubmitted: true,
        candidates: idCandidates(exchange, BOUNDS.idsOfAnObservedJob.most),
      })
      if (meant.part === 'submission') this.#accepted.set(key, exchange.n)
    }
    const { breaks, ...rest } = meant
    return breaks !== undefined && twin !== undefined ? { ...rest, breaks, twin } : rest
  }

  #read(exchange: Exchange): Meant {
    const id = idIn(exchange.request)
    const key = keyOf(exchange.request)
    const what = { case: endpoint('GET /videos/{id}').name }
    if (id === undefined) return { part: 'observation', ...what }
    const job = this.#jobs.of(id, key)
    if (!job) return { ...what, ...this.#readOfNoKnownJob(exchange, id) }
    const meant = {
      ...what,
      job: job.n,
      polled: id,
      ...(job.key !== key && job.key !== undefined && { owner: job.key }),
    }
    if (job.id === id) return { part: 'poll', ...meant }
    if (job.id !== undefined || leadsElsewhere(exchange, job, id)) return { part: 'observation', ...what }
    return { part: this.#learning.isWhereIdsStand(job, id) ? 'poll' : 'introduction', ...meant }
  }

  /** An id is an id when a read has known it. */
  #found(exchange: Exchange): Learned[] {
    const { polled, job: n } = exchange.purpose
    const job = polled === undefined ? undefined : this.#jobs.of(polled, keyOf(exchange.request))
    if (polled === undefined || job?.n !== n || job?.id !== undefined || !job || !succeeded(exchange)) return []
    this.#jobs.found(job, polled)
    return this.#learning.fromKnownId(job, polled, exchange)
  }

  /** A job that is older than the traffic is known by showing the id that was asked for. */
  #readOfNoKnownJob(exchange: Exchange, id: string): Meant {
    const { id: shown } = succeeded(exchange) ? (recordOf(exchange) ?? {}) : {}
    if ((typeof shown === 'string' || typeof shown === 'number') && String(shown) === id) {
      const job: JobTold = {
        n: exchange.n,
        key: keyOf(exchange.request),
        isSubmitted: false,
        candidates: [{ way: ['id'], type: typeof shown as 'string' | 'number', text: id }],
      }
      this.#jobs.add(job)
      return { part: 'poll', job: job.n, polled: id }
    }
    return { part: this.#jobs.isLikeAKnownOne(id) && !succeeded(exchange) ? 'probe' : 'observation' }
  }
}

const isACookie = (name: string) => name.toLowerCase() === 'cookie'

/** A proxy of the client's own, or the way into its network, wants something first: no server has said anything yet. */
const isOfSomebodyBetween = ({ answer }: Exchange) => answer?.status === 407 || answer?.status === 511

/** What the answer may lawfully depend on besides endpoint, key and body. */
const isUnusual = (request: RequestTemplate): boolean =>
  request.path.includes('?') ||
  request.path.length > BOUNDS.observedPathCharacters.most ||
  asksForSomethingElse(request) ||
  isBodyUnexpected(request)

const isBodyUnexpected = ({ method, body = '' }: RequestTemplate) => method === 'GET' && body !== ''

/** The record shows another value of the submission's answer as its id: then that is the id, and this one some other name. */
function leadsElsewhere(exchange: Exchange, { candidates }: JobTold, id: string): boolean {
  const record = succeeded(exchange) ? recordOf(exchange) : undefined
  const shown = record && idAt(record, ['id'])
  return shown !== undefined && shown !== id && candidates.some(({ text }) => text === shown)
}
