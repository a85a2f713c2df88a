import { targetOf } from '../../config/target.ts'
import { aliasLists } from '../../discovery/dialect/aliases.ts'
import { idAt, idCandidates } from '../../discovery/dialect/job-id.ts'
import type { Began, HistoryEntry } from '../../history/entry/entries.ts'
import type { Exchange } from '../../history/entry/exchange.ts'
import { jsonOf, recordOf } from '../../history/reading/reading.ts'
import type { IdGiven, Known } from './check.ts'
import { UrlsNamed } from './fetches.ts'
import { Lateness } from './lateness.ts'
import type { ClientOptions } from './options.ts'
import { isAtTheInterface, isPoll, isSubmission, isTakenOn, type Passage } from './passage.ts'
import { sightsOf } from './sights.ts'
import type { Sight } from './verdict.ts'

const MOST_IDS = 40_000
const MOST_CANDIDATES = 12
const MOST_ALIASES = 10_000

/** As long as an answer may be on its way where nothing is said of it. */
const USUAL_TRANSIT_MS = 250

/** What is known so far, gathered from what passes by. */
export class Survey {
  readonly #ids = new Map<string, IdGiven>()
  readonly #urls = new UrlsNamed()
  readonly #forms = new Map<string, string>()
  readonly #readBy = new Set<string | undefined>()
  readonly #sights = new Set<Sight>()
  readonly #lateness = new Lateness()
  #until = 0
  #isOver = false
  #idWay: readonly string[] | undefined
  #known: Known | undefined
  readonly #always: Omit<Known, 'until' | 'isOver' | 'lateness'>

  constructor(began: Began, options: ClientOptions) {
    this.#always = {
      target: targetOf(began.target.baseUrl),
      options,
      transitMs: options.transitMs ?? USUAL_TRANSIT_MS,
      startedAt: Date.parse(began.startedAt),
      from: { n: 0, at: 0 },
      ids: this.#ids,
      urls: this.#urls,
      listed: { forms: this.#forms, readBy: this.#readBy },
      sights: this.#sights,
    }
  }

  /** What is no request. */
  note(entry: HistoryEntry): void {
    this.#known = undefined
    if (entry.kind === 'late') this.#lateness.note(entry)
    if (entry.kind === 'learned') this.#idWay = entry.dialect.idWay ?? this.#idWay
    if (entry.kind === 'ended') [this.#isOver, this.#until] = [true, Math.max(this.#until, entry.at)]
  }

  see(passage: Passage): void {
    this.#known = undefined
    this.#until = Math.max(this.#until, passage.end)
    for (const sight of sightsOf(passage, this.#urls)) this.#sights.add(sight)
    if (!isAtTheInterface(passage) || !isTakenOn(passage)) return
    if (isSubmission(passage)) {
      this.#noteIds(passage, passage.exchange)
      this.#forgetTheOldest()
    } else if (isPoll(passage)) this.#noteUrl(passage, passage.exchange)
    else if (passage.asked.endpoint === 'GET /models') this.#noteAliases(passage, passage.exchange)
  }

  get known(): Known {
    this.#known ??= {
      ...this.#always,
      until: this.#until,
      isOver: this.#isOver,
      lateness: this.#lateness,
    }
    return this.#known
  }

  #noteIds({ n, end, client }: Passage, exchange: Exchange): void {
    const id = this.#idWay && idAt(jsonOf(exchange)?.value, this.#idWay)
    for (const { text, way, type: read } of idCandidates(exchange, MOST_CANDIDATES)) {
      // A number that no double holds is read as its digits.
      const isNumber = read === 'number' || (/^\d{16,}$/.test(text) && !exchange.answer?.body.includes(`"${text}"`))
      // The latest stand last, so that the oldest can be forgotten.
      this.#ids.delete(text)
      this.#ids.set(text, { n, at: end, client, type: isNumber ? 'number' : 'string', way, isTheId: text === id })
    }
  }

  #forgetTheOldest(): void {
    for (const id of this.#ids.keys()) {
      if (this.#ids.size <= MOST_IDS) return
      this.#ids.delete(id)
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
