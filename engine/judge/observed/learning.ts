import type { Target } from '../../config/target.ts'
import { type AliasList, aliasLists } from '../../discovery/dialect/aliases.ts'
import type { Dialect } from '../../history/entry/dialect.ts'
import type { Learned } from '../../history/entry/entries.ts'
import type { Exchange } from '../../history/entry/exchange.ts'
import { isRecord, jsonOf, parseJson, succeeded } from '../../history/reading/reading.ts'
import { keyOf } from '../../history/reading/who-asks.ts'
import { endpointOf } from '../../http/requests.ts'
import type { KeyName } from '../../keys/recipes.ts'
import { type JobTold, wayTo } from './jobs-told.ts'

/** The names and shapes that a server chose, as its traffic gives them away. */
export class Learning {
  readonly #target: Target
  readonly #dialect: Dialect = {}
  /** What each key was last told of aliases. */
  readonly #lists = new Map<KeyName | undefined, AliasList[]>()

  constructor(target: Target) {
    this.#target = target
  }

  isWhereIdsStand(job: JobTold, id: string): boolean {
    const { idWay } = this.#dialect
    return idWay !== undefined && wayTo(id, job)?.join('\n') === idWay.join('\n')
  }

  /** An accepted submission settles how the list of aliases is to be read. */
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

  /** A read has known the id: where it stood in the answer to its submission, the ids of others stand, too. */
  fromKnownId(job: JobTold, id: string, exchange: Exchange): Learned[] {
    const candidate = job.candidates.find(({ text }) => text === id)
    // A read of a job that nobody was seen to submit says nothing of where submissions show the id.
    if (this.#dialect.idWay !== undefined || !job.isSubmitted || !candidate) return []
    return this.#learn({ idWay: candidate.way, idType: candidate.type }, exchange)
  }

  #learn(known: Dialect, { n }: Exchange): Learned[] {
    Object.assign(this.#dialect, known)
    return [{ kind: 'learned', dialect: { ...this.#dialect }, evidence: [n] }]
  }
}
