import type { ClauseId } from '../../../spec/clauses.ts'
import type { EndpointName } from '../../../spec/endpoints.ts'
import { OPEN_POINTS, type OpenPointId } from '../../../spec/open-points.ts'
import { judgeBodyText, REFUSING_CLAUSES } from '../../../spec/oracle.ts'
import type { Target } from '../../config/target.ts'
import { idAt, idCandidates } from '../../discovery/dialect/job-id.ts'
import type { HistoryEntry, Learned } from '../../history/entry/entries.ts'
import type { Elsewhere, Exchange, Header, Purpose, RequestTemplate } from '../../history/entry/exchange.ts'
import { OBSERVED } from '../../history/entry/senders.ts'
import { asksForSomethingElse } from '../../history/reading/plain-requests.ts'
import { isRecord, parseJson, recordOf, succeeded } from '../../history/reading/reading.ts'
import { keyOf } from '../../history/reading/request-key.ts'
import { endpointOf, idIn } from '../../http/requests.ts'
import type { Keyring } from '../../keys/keyring.ts'
import type { KeyName } from '../../keys/placeholders.ts'
import { MOST_JOBS, ObservedDialect, type ObservedJob, ObservedJobs } from './jobs.ts'

/** Name, in the history, of the first reading of each endpoint. */
export const FIRST_READING = 'first sight'
const MOST_IDS = 12
const MOST_BODY_CHARACTERS = 20_000
export const MOST_PATH_CHARACTERS = 2000

type Meant = Omit<Purpose, 'by'> & { by?: string }

/** An exchange without a purpose. */
export type Unattributed = Omit<Exchange, 'purpose' | 'kind' | 'n'> & Pick<Purpose, 'keyLeftOut'>

/**
 * Gives observed exchanges a purpose like that of planned requests: endpoint, key, job and expected response. Takes exchanges
 * in the order in which they ended.
 */
export class Attribution {
  readonly #target: Target
  readonly #jobs: ObservedJobs
  readonly #dialect: ObservedDialect
  readonly #readings = new Set<EndpointName>()
  /** The last accepted submission by key. */
  readonly #accepted = new Map<KeyName | undefined, number>()
  readonly #attempts = new Set<string>()
  #n = 0

  constructor(target: Target, keyring: Keyring) {
    this.#target = target
    this.#jobs = new ObservedJobs(keyring)
    this.#dialect = new ObservedDialect(target)
  }

  take({ keyLeftOut, ...seen }: Unattributed): HistoryEntry[] {
    const n = ++this.#n
    const bare: Exchange = { kind: 'exchange', n, ...seen, purpose: { by: OBSERVED, part: 'observation' } }
    const { part, ...meant } = this.#meaningOf(bare, keyLeftOut === true)
    const purpose: Purpose = { by: OBSERVED, part, ...meant, ...(keyLeftOut && { keyLeftOut }) }
    const exchange: Exchange = { ...bare, purpose }
    return [exchange, ...this.#dialect.from(exchange), ...this.#confirmed(exchange)]
  }

  /** Assigns only a number, since the origin is another one. */
  takeElsewhere(asked: Omit<Elsewhere, 'kind' | 'n'>): Elsewhere {
    return { kind: 'elsewhere', n: ++this.#n, ...asked }
  }

  #meaningOf(exchange: Exchange, keyLeftOut: boolean): Meant {
    const { request, answer } = exchange
    const name = endpointOf(request, this.#target)
    // 407 and 511 come from a proxy or a network login.
    const isOfAnIntermediary = answer?.status === 407 || answer?.status === 511
    if (isOfAnIntermediary || !name || isUnusual(this.#withoutIncidentals(exchange)))
      return { part: 'observation', case: `${request.method} ${request.path.split('?')[0]}` }
    if (keyOf(request) === undefined && !keyLeftOut) return { part: 'probe', case: name }
    if (name === 'POST /videos') return { case: name, ...this.#submission(exchange) }
    if (name === 'GET /videos/{id}') return { case: name, ...this.#poll(exchange) }
    return this.#reading(exchange, name)
  }

  /** Removes what HTTP clients add by themselves: cookies, and idempotency keys of first attempts. */
  #withoutIncidentals({ request, answer }: Exchange): RequestTemplate {
    if (keyOf(request) === undefined) return request
    const headers = request.headers.filter(
      (header) => header[0].toLowerCase() !== 'cookie' && !this.#isOfAFirstAttempt(header, request, answer?.status),
    )
    return { ...request, headers }
  }

  /** A 429 does not count as an attempt; a missing response may. */
  #isOfAFirstAttempt([name, value]: Header, request: RequestTemplate, status: number | undefined): boolean {
    if (!/idempotency/i.test(name)) return false
    const attempt = `${keyOf(request)} ${request.path} ${value}`
    if (this.#attempts.has(attempt)) return false
    if (this.#attempts.size >= MOST_JOBS) this.#attempts.clear()
    if (status !== 429) this.#attempts.add(attempt)
    return true
  }

  #reading(exchange: Exchange, name: EndpointName): Meant {
    if (this.#readings.has(name) || !succeeded(exchange)) return { part: 'twin', case: name }
    this.#readings.add(name)
    return { by: FIRST_READING, part: 'twin', case: name }
  }

  #submission(exchange: Exchange): BodyMeant & Pick<Purpose, 'twin'> {
    const { n } = exchange
    const isAccepted = succeeded(exchange)
    const { breaks, ...meant } = meaningOf(exchange.request, isAccepted)
    const key = keyOf(exchange.request)
    const control = this.#accepted.get(key)
    if (isAccepted) {
      this.#jobs.add({ n, key, isSubmitted: true, candidates: idCandidates(exchange, MOST_IDS) })
      if (meant.part === 'submission') this.#accepted.set(key, n)
    }
    return breaks !== undefined && control !== undefined ? { ...meant, breaks, twin: control } : meant
  }

  #poll(exchange: Exchange): Meant {
    const id = idIn(exchange.request)
    const key = keyOf(exchange.request)
    if (id === undefined) return { part: 'observation' }
    const job = this.#jobs.of(id, key)
    if (!job) return this.#pollOfUnknownJob(exchange, id)
    const owner = job.key !== key && job.key !== undefined && { owner: job.key }
    const meant = { job: job.n, polled: id, ...owner }
    if (job.id === id) return { part: 'poll', ...meant }
    if (job.id !== undefined || leadsElsewhere(exchange, job, id)) return { part: 'observation' }
    return { part: this.#dialect.isWhereIdsStand(job, id) ? 'poll' : 'introduction', ...meant }
  }

  /** A job older than the recording is known if its record shows the polled id. */
  #pollOfUnknownJob(exchange: Exchange, id: string): Meant {
    const { id: shown } = succeeded(exchange) ? (recordOf(exchange) ?? {}) : {}
    if ((typeof shown === 'string' || typeof shown === 'number') && String(shown) === id) {
      const type = typeof shown as 'string' | 'number'
      const { n, request } = exchange
      this.#jobs.add({ n, key: keyOf(request), isSubmitted: false, candidates: [{ way: ['id'], type, text: id }] })
      return { part: 'poll', job: n, polled: id }
    }
    return { part: this.#jobs.isLikeAKnownOne(id) && !succeeded(exchange) ? 'probe' : 'observation' }
  }

  /** A successful poll confirms an id. */
  #confirmed(exchange: Exchange): Learned[] {
    const { polled, job: n } = exchange.purpose
    const job = polled === undefined ? undefined : this.#jobs.of(polled, keyOf(exchange.request))
    if (polled === undefined || job?.n !== n || job?.id !== undefined || !job || !succeeded(exchange)) return []
    this.#jobs.confirm(job, polled)
    return this.#dialect.fromConfirmedId(job, polled, exchange)
  }
}

/** Whether the response may depend on more than endpoint, key and body. */
const isUnusual = (request: RequestTemplate): boolean =>
  request.path.includes('?') ||
  request.path.length > MOST_PATH_CHARACTERS ||
  asksForSomethingElse(request) ||
  (request.method === 'GET' && (request.body ?? '') !== '')

/** The record shows another candidate as the id. */
function leadsElsewhere(exchange: Exchange, { candidates }: ObservedJob, id: string): boolean {
  const record = succeeded(exchange) ? recordOf(exchange) : undefined
  const shown = record && idAt(record, ['id'])
  return shown !== undefined && shown !== id && candidates.some(({ text }) => text === shown)
}

type BodyMeant = Pick<Purpose, 'part' | 'opinion' | 'open' | 'breaks'>

const LEFT_OPEN: BodyMeant = { part: 'observation', opinion: 'open' }

/** What the specification requires for a submission. Any alias may be listed, even if the list was not read. */
export function meaningOf({ body, bytes }: RequestTemplate, isAccepted: boolean): BodyMeant {
  if (body === undefined || bytes || body.length > MOST_BODY_CHARACTERS || body.includes('{{')) return LEFT_OPEN
  const value = parseJson(body)?.value
  const model = isRecord(value) && typeof value.model === 'string' ? [value.model] : []
  const { verdict, orJobFails, reasons } = judgeBodyText(body, { aliases: model })
  if (verdict === 'accept') return { part: 'submission', opinion: 'accept' }
  if (verdict === 'open') {
    const points = reasons.flatMap(({ by }) => (isOpenPoint(by) ? [by] : []))
    // An accepted image was reachable.
    if (isAccepted && points.every((point) => point === 'image.unreachable'))
      return { part: 'submission', opinion: 'open' }
    const [open] = points
    return { ...LEFT_OPEN, ...(open && { open }) }
  }
  if (orJobFails) return LEFT_OPEN
  const broken = new Set(reasons.filter((reason) => reason.verdict === 'refuse').map(({ by }) => by as ClauseId))
  const [only, ...others] = broken
  // An observed list of models may be incomplete.
  const isOne = others.length === 0 && only !== 'submission.model-listed' && REFUSING_CLAUSES.some((id) => id === only)
  return { part: 'probe', opinion: 'refuse', ...(isOne && { breaks: only! }) }
}

const isOpenPoint = (id: string): id is OpenPointId => OPEN_POINTS.some((each) => each.id === id)
