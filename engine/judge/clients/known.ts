import { targetOf } from '../../config/target.ts'
import { aliasLists } from '../../discovery/dialect/aliases.ts'
import { idAt, idCandidates } from '../../discovery/dialect/job-id.ts'
import type { Began, HistoryEntry } from '../../history/entry/entries.ts'
import type { Exchange } from '../../history/entry/exchange.ts'
import { fieldsSent, jsonOf, recordOf } from '../../history/reading/reading.ts'
import type { ClientOptions, IdGiven, Known } from './check.ts'
import { Lateness } from './lateness.ts'
import { isAtTheInterface, isPoll, isSubmission, isTakenOn, type Passage } from './passage.ts'
import type { ClientEvent } from './verdict.ts'
import { UrlsNamed } from './video-urls.ts'

const MOST_IDS = 40_000
const MOST_CANDIDATES = 12
const MOST_ALIASES = 10_000
const USUAL_TRANSIT_MS = 250

/** Collects what judges of clients may know. */
export class ClientFacts {
  readonly #ids = new Map<string, IdGiven>()
  readonly #urls = new UrlsNamed()
  readonly #forms = new Map<string, string>()
  readonly #readBy = new Set<string | undefined>()
  readonly #events = new Set<ClientEvent>()
  readonly #lateness = new Lateness()
  readonly #always: Omit<Known, 'until' | 'isOver'>
  #until = 0
  #isOver = false
  #idWay: readonly string[] | undefined
  #known: Known | undefined

  constructor(began: Began, options: ClientOptions) {
    this.#always = {
      target: targetOf(began.target.baseUrl),
      options,
      transitMs: options.transitMs ?? USUAL_TRANSIT_MS,
      startedAt: Date.parse(began.startedAt),
      from: { n: 0, at: 0 },
      lateness: this.#lateness,
      ids: this.#ids,
      urls: this.#urls,
      listed: { forms: this.#forms, readBy: this.#readBy },
      events: this.#events,
    }
  }

  /** Takes entries other than exchanges. */
  note(entry: HistoryEntry): void {
    this.#known = undefined
    if (entry.kind === 'late') this.#lateness.note(entry)
    if (entry.kind === 'learned') this.#idWay = entry.dialect.idWay ?? this.#idWay
    if (entry.kind === 'ended') [this.#isOver, this.#until] = [true, Math.max(this.#until, entry.at)]
  }

  see(passage: Passage): void {
    this.#known = undefined
    this.#until = Math.max(this.#until, passage.end)
    for (const event of eventsIn(passage, this.#urls)) this.#events.add(event)
    if (!isAtTheInterface(passage) || !isTakenOn(passage)) return
    if (isSubmission(passage)) this.#noteIds(passage, passage.exchange)
    else if (isPoll(passage)) this.#noteUrl(passage, passage.exchange)
    else if (passage.asked.endpoint === 'GET /models') this.#noteAliases(passage, passage.exchange)
  }

  get known(): Known {
    this.#known ??= { ...this.#always, until: this.#until, isOver: this.#isOver }
    return this.#known
  }

  #noteIds({ n, end, client }: Passage, exchange: Exchange): void {
    const id = this.#idWay && idAt(jsonOf(exchange)?.value, this.#idWay)
    for (const { text, way, type: read } of idCandidates(exchange, MOST_CANDIDATES)) {
      // An integer beyond the range of a double is read as its digits.
      const isNumber = read === 'number' || (/^\d{16,}$/.test(text) && !exchange.answer?.body.includes(`"${text}"`))
      // Deleted first, so that the oldest id comes first in the map.
      this.#ids.delete(text)
      this.#ids.set(text, { n, at: end, client, type: isNumber ? 'number' : 'string', way, isTheId: text === id })
    }
    for (const oldest of this.#ids.keys()) {
      if (this.#ids.size <= MOST_IDS) return
      this.#ids.delete(oldest)
    }
  }

  #noteUrl({ n, end, client }: Passage, exchange: Exchange): void {
    const { status, url } = recordOf(exchange) ?? {}
    if (status === 'succeeded' && typeof url === 'string') this.#urls.add({ n, at: end, url, client })
  }

  #noteAliases({ client }: Passage, exchange: Exchange): void {
    this.#readBy.add(client)
    for (const { form, aliases } of aliasLists(jsonOf(exchange)?.value))
      for (const alias of aliases)
        if (this.#forms.size < MOST_ALIASES && !this.#forms.has(alias)) this.#forms.set(alias, form)
  }
}

function* eventsIn(passage: Passage, urls: UrlsNamed): Generator<ClientEvent> {
  const { exchange, isLost, status } = passage
  yield 'a request'
  if (urls.meantBy(exchange).length > 0) {
    yield 'a fetch of a video'
    if (isLost && exchange.answer) yield 'a fetch cut short'
    if (status !== undefined && status >= 400) yield 'a fetch refused'
  } else if (!isAtTheInterface(passage)) return
  else if (isSubmission(passage)) {
    yield 'a submission'
    const { image_url: image } = fieldsSent(passage.exchange.request)
    if (image !== undefined && image !== null) yield 'an image'
    if (isLost) yield 'a lost answer to a submission'
    else if (isTakenOn(passage)) yield 'a submission taken on'
    else yield status === 429 ? 'a submission refused with 429' : 'a submission refused otherwise'
  } else if (isPoll(passage)) {
    yield 'a poll'
    if (isLost) yield 'a lost answer to a poll'
    if (status === 429) yield 'a poll refused with 429'
    if (status !== undefined && status >= 500) yield 'a poll answered 5xx'
    const job = isTakenOn(passage) ? recordOf(passage.exchange) : undefined
    if (job?.status === 'succeeded') yield 'a job that succeeded'
    if (job?.status === 'failed') yield 'a job that failed'
  }
  if (status === 401) yield 'a 401'
}
