import type { Target } from '../../../engine/config/target.ts'
import { aliasesOfForm } from '../../../engine/discovery/dialect/aliases.ts'
import { idAt } from '../../../engine/discovery/dialect/job-id.ts'
import type { Dialect } from '../../../engine/history/entry/dialect.ts'
import type { Exchange } from '../../../engine/history/entry/exchange.ts'
import { jsonOf, recordOf, succeeded, whyUnread } from '../../../engine/history/reading/reading.ts'
import { endpointOf } from '../../../engine/http/requests.ts'
import type { EndpointName } from '../../../spec/endpoints.ts'
import { ELSEWHERE, type Noticed, type Where } from './habit.ts'
import { headersThatMatter } from './headers.ts'
import { isListed, UNNAMED } from './journeys.ts'
import { noticeShape } from './shapes.ts'
import { Values } from './values.ts'

/** Limit, since they are compared one by one. */
export const MOST_ALIASES = 200

/** Common properties of a run's responses, whatever the request. */
export class Answers {
  readonly #into: Noticed
  readonly #target: Target
  readonly #values = new Values()
  readonly #aliases = new Set<string>()
  readonly #form: string | undefined
  readonly #ids: ReadonlySet<string>

  constructor(into: Noticed, target: Target, { models }: Dialect, ids: ReadonlySet<string>) {
    this.#into = into
    this.#target = target
    this.#form = models?.form
    this.#ids = ids
  }

  /** Call for all exchanges first: aliases are recognized everywhere. */
  learnAliases(exchange: Exchange): void {
    if (exchange.answer?.status !== 200 || endpointOf(exchange.request, this.#target) !== 'GET /models') return
    for (const alias of this.#aliasesIn(exchange)) this.#aliases.add(alias)
  }

  see(exchange: Exchange): void {
    const { answer, request, purpose } = exchange
    if (!answer || purpose.wrong?.includes('oddity')) return
    const endpoint = endpointOf(request, this.#target)
    if (endpoint === undefined && request.method !== 'GET' && request.method !== 'POST') return
    if (endpoint === 'GET /models' && answer.status === 200) this.#seeAliases(exchange)
    const unit = purpose.job === undefined ? String(exchange.n) : `job ${purpose.job}`
    const place = this.#placeOf(exchange, endpoint)
    this.#seeHeaders(exchange, place, unit)
    this.#seeBody(exchange, place, unit)
  }

  conclude(): void {
    this.#values.conclude(this.#into)
  }

  #placeOf(exchange: Exchange, endpoint: EndpointName | undefined): Where {
    const place: Where = { endpoint: endpoint ?? ELSEWHERE, status: exchange.answer!.status }
    if (endpoint !== 'GET /videos/{id}' || !succeeded(exchange)) return place
    const status = recordOf(exchange)?.status
    return { ...place, state: isListed(status) ? String(status) : UNNAMED }
  }

  #seeHeaders({ n, answer }: Exchange, place: Where, unit: string): void {
    for (const { name, value, isInWords } of headersThatMatter(answer!.headers)) {
      const where = { ...place, header: name }
      this.#into.note(where, 'presence', 'always', [n])
      if (isInWords) this.#into.see(where, 'word', value, [n])
      else this.#values.add({ where, value, n, unit })
    }
  }

  #seeBody(exchange: Exchange, place: Where, unit: string): void {
    const { n, answer } = exchange
    const json = jsonOf(exchange)
    // The server did not send the text that replaces a truncated part.
    if (answer!.shortened) return
    if (json) {
      const names = { isAlias: (text: string) => this.#aliases.has(text), isId: (text: string) => this.#ids.has(text) }
      noticeShape(json.value, { where: place, n, unit, ...names }, this.#into, this.#values)
    } else if (whyUnread(exchange) === undefined) {
      this.#into.see({ ...place, pointer: '' }, 'type', answer!.body === '' ? 'nothing' : 'no JSON', [n])
    }
  }

  #seeAliases(exchange: Exchange): void {
    for (const alias of this.#aliasesIn(exchange)) this.#into.note({ alias }, 'listed', 'listed', [exchange.n])
  }

  /** In the list that the run itself uses. */
  #aliasesIn(exchange: Exchange): string[] {
    return this.#form === undefined ? [] : aliasesOfForm(jsonOf(exchange)?.value, this.#form).slice(0, MOST_ALIASES)
  }
}

/** The id of each submitted job. */
export function idsIn(exchanges: Iterable<Exchange>, dialect: Dialect): Set<string> {
  const ids = new Set<string>()
  for (const exchange of exchanges) {
    const { purpose, request } = exchange
    if (purpose.polled !== undefined) ids.add(purpose.polled)
    if (request.method !== 'POST' || !succeeded(exchange) || !dialect.idWay) continue
    const id = idAt(jsonOf(exchange)?.value, dialect.idWay)
    if (id !== undefined) ids.add(id)
  }
  return ids
}
