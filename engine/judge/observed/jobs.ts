import type { Target } from '../../config/target.ts'
import { type AliasList, aliasLists } from '../../discovery/dialect/aliases.ts'
import type { IdCandidate } from '../../discovery/dialect/job-id.ts'
import type { Dialect } from '../../history/entry/dialect.ts'
import type { Learned } from '../../history/entry/entries.ts'
import type { Exchange } from '../../history/entry/exchange.ts'
import { isRecord, jsonOf, parseJson, succeeded } from '../../history/reading/reading.ts'
import { keyOf } from '../../history/reading/request-key.ts'
import { endpointOf } from '../../http/requests.ts'
import type { Keyring } from '../../keys/keyring.ts'
import type { KeyName } from '../../keys/placeholders.ts'

export const MOST_JOBS = 5000
const MOST_JOBS_OF_AN_ID = 500

/** A job known from its submission, or from a poll if it is older than the recording. */
export type ObservedJob = {
  /** The first exchange of the job. */
  n: number
  /** The key that submitted it, if known. */
  key: KeyName | undefined
  isSubmitted: boolean
  /** Values that may be its id, the likeliest first. */
  candidates: readonly IdCandidate[]
  /** The id that a successful poll confirmed. */
  id?: string
}

/** Observed jobs by possible id. Accounts may count their ids separately. */
export class ObservedJobs {
  readonly #keyring: Keyring
  readonly #byId = new Map<string, ObservedJob[]>()
  readonly #all: ObservedJob[] = []
  readonly #forms = new Set<string>()

  constructor(keyring: Keyring) {
    this.#keyring = keyring
  }

  add(job: ObservedJob): void {
    this.#all.push(job)
    for (const { text } of job.candidates) {
      const others = this.#byId.get(text)
      if (!others) this.#byId.set(text, [job])
      else if (others.push(job) > MOST_JOBS_OF_AN_ID) others.shift()
    }
    if (this.#all.length > MOST_JOBS) this.#forget(this.#all.shift()!)
  }

  confirm(job: ObservedJob, id: string): void {
    job.id = id
    this.#forms.add(formOf(id))
  }

  /** The job that this key polls under this id: the latest of its own, else one of another key of its account. */
  of(id: string, key: KeyName | undefined): ObservedJob | undefined {
    const all = this.#byId.get(id) ?? []
    const own = all.filter((job) => job.key === key)
    // Without keys, two jobs with one id cannot be told apart.
    if (key === undefined && own.length > 1) return undefined
    const known = own.findLast((job) => job.id === id)
    // A reused id belongs to the latest job.
    const latest = known && own.findLast((job) => wayTo(id, job)?.join() === wayTo(id, known)?.join())
    const isOfTheAccount = (job: ObservedJob) =>
      key !== undefined && job.key !== undefined && this.#keyring.areOfOneAccount(job.key, key) === true
    return latest ?? own.at(-1) ?? all.findLast(isOfTheAccount)
  }

  /** Whether an id has the form of a confirmed one. */
  isLikeAKnownOne(id: string): boolean {
    return /^[\w-]+$/.test(id) && this.#forms.has(formOf(id))
  }

  #forget(job: ObservedJob): void {
    for (const { text } of job.candidates) {
      const others = this.#byId.get(text)
      if (others?.[0] !== job) continue
      if (others.length > 1) others.shift()
      else this.#byId.delete(text)
    }
  }
}

/** Prefix, length, separators and kind of characters. */
function formOf(id: string): string {
  const [, prefix = '', rest = ''] = /^([A-Za-z]+[_-])?(.*)$/.exec(id) ?? []
  return `${prefix}${rest.replace(/[A-Za-z0-9]/g, 'x')} ${kindOf(rest.replace(/[_-]/g, ''))}`
}

function kindOf(characters: string): string {
  if (/^\d+$/.test(characters)) return 'digits'
  const cases = [/[a-z]/, /[A-Z]/].map((each) => (each.test(characters) ? '+' : '-')).join('')
  return `${/^[\da-f]+$/i.test(characters) ? 'hex' : 'letters'} ${cases}`
}

/** The path of an id in the response to the submission. */
const wayTo = (id: string, { candidates }: ObservedJob) => candidates.find(({ text }) => text === id)?.way

/** Learns the dialect of the server from its traffic. */
export class ObservedDialect {
  readonly #target: Target
  readonly #dialect: Dialect = {}
  /** The latest lists of aliases by key. */
  readonly #lists = new Map<KeyName | undefined, AliasList[]>()

  constructor(target: Target) {
    this.#target = target
  }

  isWhereIdsStand(job: ObservedJob, id: string): boolean {
    const { idWay } = this.#dialect
    return idWay !== undefined && wayTo(id, job)?.join('\n') === idWay.join('\n')
  }

  /** An accepted submission shows where the list has the aliases. */
  from(exchange: Exchange): Learned[] {
    const { purpose, request } = exchange
    if (!succeeded(exchange)) return []
    const key = keyOf(request)
    const isList = purpose.part === 'twin' && endpointOf(request, this.#target) === 'GET /models'
    if (isList) this.#lists.set(key, aliasLists(jsonOf(exchange)?.value))
    if (purpose.part !== 'submission' || this.#dialect.alias !== undefined || key === undefined) return []
    const body = parseJson(request.body ?? '')?.value
    const model = isRecord(body) ? body.model : undefined
    const list = this.#lists.get(key)?.find(({ aliases }) => typeof model === 'string' && aliases.includes(model))
    if (!list || typeof model !== 'string') return []
    return this.#learn({ models: list, alias: model, learnedBy: key }, exchange)
  }

  /** A confirmed id shows where responses to submissions have the id. */
  fromConfirmedId(job: ObservedJob, id: string, exchange: Exchange): Learned[] {
    const candidate = job.candidates.find(({ text }) => text === id)
    if (this.#dialect.idWay !== undefined || !job.isSubmitted || !candidate) return []
    return this.#learn({ idWay: candidate.way, idType: candidate.type }, exchange)
  }

  #learn(known: Dialect, { n }: Exchange): Learned[] {
    Object.assign(this.#dialect, known)
    return [{ kind: 'learned', dialect: { ...this.#dialect }, evidence: [n] }]
  }
}
