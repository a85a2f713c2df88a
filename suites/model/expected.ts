import { idAt } from '../../engine/discovery/dialect/job-id.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isRecord, jsonOf, recordOf, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import { list, receivedInWords } from '../../engine/history/reading/words.ts'
import { isAboutMoney, undecided } from '../../engine/judge/probes.ts'
import { sameAccount } from '../../engine/keys/keyring.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { ERROR_CODES } from '../../spec/words.ts'
import { chanceOfAJob, IMPLAUSIBLE } from '../inputs/ids.ts'
import { isFinal, isJob, jobRecord } from '../lifecycle/polls.ts'
import { isWebAddress } from '../lifecycle/record.ts'

export type Breach = { clause: ClauseId; expected: string; received: string; evidence: number[] }

type Known = {
  /** Undefined if the job is older than the sequence. */
  submission?: Exchange
  id: string
  steps: Exchange[]
  end?: { status: unknown; n: number; received: number }
}

/** Steps named in the report; earlier ones are evidence only. */
const MOST_STEPS = 8

/** What the specification says of any sequence of requests, without an order of states and without times. */
export class Model {
  readonly #idWay: readonly string[]
  readonly #jobs = new Map<number, Known>()
  readonly #tried = new Map<ClauseId, number[]>()
  /** Another key of the account has read a job. */
  #sharing = false
  #refused: Exchange | undefined
  breach: Breach | undefined

  constructor(idWay: readonly string[] = ['id']) {
    this.#idWay = idWay
  }

  /** The responses that a clause applies to. */
  triedOf(clause: ClauseId): number[] {
    return this.#tried.get(clause) ?? []
  }

  /** Returns the first violation, once. */
  see(exchange: Exchange): Breach | undefined {
    if (this.breach || undecided(exchange)) return undefined
    this.breach = this.#look(exchange)
    return this.breach
  }

  #look(exchange: Exchange): Breach | undefined {
    const { part, job, foreign, breaks } = exchange.purpose
    if (part === 'submission') return this.#submission(exchange)
    const known = this.#known(job ?? foreign, exchange)
    known?.steps.push(exchange)
    if (part === 'probe' && breaks) return this.#probe(exchange, breaks, known)
    return job !== undefined && known ? this.#poll(exchange, known) : undefined
  }

  #known(job: number | undefined, { purpose, request }: Exchange): Known | undefined {
    if (job === undefined) return undefined
    const id = purpose.polled ?? decodeURIComponent(request.path.slice(request.path.lastIndexOf('/') + 1))
    const known = this.#jobs.get(job) ?? { id, steps: [] }
    this.#jobs.set(job, known)
    return known
  }

  /** A refused valid body counts if the next one of the same key is accepted. */
  #refusal(exchange: Exchange): Breach | undefined {
    const refused = this.#refused
    this.#refused = undefined
    this.#note('submission.accepted-with-202', exchange)
    const isOfTheSame = refused && keyOf(refused.request) === keyOf(exchange.request)
    if (succeeded(exchange) && isOfTheSame)
      return breach('submission.accepted-with-202', '202', receivedInWords(refused), [refused, exchange])
    if (!succeeded(exchange) && !isAboutMoney(exchange)) this.#refused = exchange
    return undefined
  }

  #submission(exchange: Exchange): Breach | undefined {
    const refusal = this.#refusal(exchange)
    if (refusal) return refusal
    const id = succeeded(exchange) ? idAt(jsonOf(exchange)?.value, this.#idWay) : undefined
    if (id === undefined) return undefined
    const key = keyOf(exchange.request) ?? 'A'
    const isOfTheAccount = ({ submission }: Known) =>
      submission !== undefined && sameAccount(keyOf(submission.request) ?? 'A', key)
    const earlier = [...this.#jobs.values()].filter(isOfTheAccount)
    this.#jobs.set(exchange.n, { submission: exchange, id, steps: [] })
    const isSameBody = ({ submission }: Known) => submission?.request.body === exchange.request.body
    if (earlier.some(isSameBody)) this.#note('submission.identical-are-distinct', exchange)
    if (!earlier.every(isSameBody) || earlier.length === 0) this.#note('submission.ids-differ', exchange)
    const same = earlier.find((each) => each.id === id)
    if (!same) return undefined
    const clause = isSameBody(same) ? 'submission.identical-are-distinct' : 'submission.ids-differ'
    return breach(clause, 'a new id', `the id ${id} of an earlier job`, [same.submission!, exchange])
  }

  #poll(exchange: Exchange, known: Known): Breach | undefined {
    if (exchange.purpose.owner !== undefined) {
      this.#note('accounts.same-account-shares-jobs', exchange)
      if (succeeded(exchange)) this.#sharing = true
      else if (this.#sharing && isRefusal(exchange))
        return this.#violation(
          'accounts.same-account-shares-jobs',
          'the job, because this key could read another one before',
          exchange,
          known,
        )
    }
    const record = jobRecord(exchange)
    if (!record) return undefined
    const { end } = known
    if (end && exchange.sent > end.received) {
      const clause = record.status === end.status ? 'jobs.final-keeps-its-result' : 'jobs.final-stays-final'
      this.#note('jobs.final-stays-final', exchange)
      this.#note('jobs.final-keeps-its-result', exchange)
      const expected =
        record.status === end.status ? 'its url or its error' : `status "${end.status}", as in an earlier poll`
      if (record.status !== end.status || !showsResult(record))
        return this.#violation(clause, expected, exchange, known)
    } else if (!end && isFinal(record.status) && showsResult(record)) {
      known.end = { status: record.status, n: exchange.n, received: exchange.received }
    }
    return undefined
  }

  #probe(exchange: Exchange, clause: ClauseId, known: Known | undefined): Breach | undefined {
    const expected = clause.startsWith('auth.') ? ERROR_CODES.unauthorized : ERROR_CODES.not_found
    const mayBeAnothers = known && isJob(exchange) && chanceOfAJob(known.id) >= IMPLAUSIBLE
    if (mayBeAnothers) return undefined
    this.#note(clause, exchange)
    return statusOf(exchange) === expected ? undefined : this.#violation(clause, String(expected), exchange, known)
  }

  #note(clause: ClauseId, { n }: Exchange): void {
    this.#tried.set(clause, [...this.triedOf(clause), n])
  }

  /** The response, and the earlier steps of this job. */
  #violation(clause: ClauseId, expected: string, exchange: Exchange, known: Known | undefined): Breach {
    const steps = known ? [...(known.submission ? [known.submission] : []), ...known.steps] : [exchange]
    const before = steps.slice(0, -1)
    const last = before.slice(-MOST_STEPS).map(inWords)
    const earlier = `${before.length > MOST_STEPS ? '… ' : ''}${list(last, 'then')}`
    const received = `${receivedInWords(exchange)}${last.length > 0 ? `, after ${earlier}` : ''}`
    return breach(clause, expected, received, steps)
  }
}

function breach(clause: ClauseId, expected: string, received: string, steps: readonly Exchange[]): Breach {
  return { clause, expected, received, evidence: steps.map(({ n }) => n) }
}

const isRefusal = (exchange: Exchange) => [401, 403, 404].includes(statusOf(exchange) ?? 0)

function showsResult({ status, url, error }: Record<string, unknown>): boolean {
  return status === 'succeeded' ? isWebAddress(url) : isRecord(error)
}

function inWords(exchange: Exchange): string {
  const key = keyOf(exchange.request)
  const who = key === undefined ? 'no key' : key === 'U' ? 'an unknown key' : key
  const status = succeeded(exchange) ? recordOf(exchange)?.status : undefined
  const what = exchange.request.method === 'POST' ? 'submits' : 'polls'
  return `${who} ${what} (${typeof status === 'string' ? status : (statusOf(exchange) ?? 'no response')})`
}
