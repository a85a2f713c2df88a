import { Buffer } from 'node:buffer'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Configuration } from '../../config/configuration.ts'
import type { Target } from '../../config/target.ts'
import type { Failure, Header } from '../../history/entry/exchange.ts'
import type { Fetch } from '../../history/entry/look.ts'
import { recipesIn } from '../../keys/recipes.ts'
import type { Vault } from '../../keys/vault.ts'
import { OutOfReach } from '../../media/facts.ts'
import { inTenths } from '../connections/phases.ts'
import type { WireResult } from '../connections/wire.ts'
import type { Budget } from '../limits/budget.ts'
import { OverBudget } from '../limits/over-budget.ts'
import { RunIsOver } from '../limits/run-is-over.ts'
import type { Network } from '../network/network.ts'
import type { InFlight } from '../queue.ts'
import { Elsewhere } from './elsewhere.ts'
import { LONGEST_PLACE, redirectedTo } from './redirects.ts'
import type { Surroundings } from './surroundings.ts'
import { UnderWay } from './under-way.ts'

/** What says what comes, and how it may be asked for. */
const TELLING =
  /^(content-(type|length|range|encoding|disposition)|accept-ranges|etag|location|retry-after|www-authenticate)$/i

export type Parts = {
  target: Target
  vault: Vault
  budget: Budget
  configuration: Configuration
  userAgent: Header
  surroundings: Surroundings
  network: Network
  over: AbortSignal
  /** Bytes of files, before this. */
  downloaded?: number
  now(): number
  /** Resolves when one more request may be sent; false where the run ends first. */
  turn(): Promise<boolean>
  inFlight: InFlight
}

export type FetchOptions = { range?: readonly [from: number, to: number]; withKey?: boolean; most: number }

export type Fetched = {
  /** One a redirect, and the last one. */
  fetches: Fetch[]
  /** Where the last one was sent. */
  url: string
  answer?: { status: number; headers: readonly Header[]; bytes: Buffer; truncated: boolean }
  /** What had come of an answer that then broke off. */
  brokenOff?: { status: number; headers: readonly Header[]; bytes: Buffer }
  failure?: Failure
  /** Why what a redirect leads to is not asked for by anybody. */
  leadsNowhere?: string
  /** Why it is not asked for from here, or no further: a bound of ours. */
  outOfReach?: string
}

/**
 * GETs what results lead to, wherever that is: without key or cookie, over few redirects, within the bounds of the run.
 * A file may lie with somebody else, so nothing of the run is shown to it but its name.
 */
export class Fetcher {
  readonly #parts: Parts
  readonly #elsewhere: Elsewhere
  #downloaded: number
  readonly #underWay = new UnderWay()

  constructor(parts: Parts) {
    const { configuration, surroundings, network } = parts
    this.#parts = parts
    this.#downloaded = parts.downloaded ?? 0
    this.#elsewhere = new Elsewhere(surroundings, configuration.requestTimeoutMs, network)
  }

  get bytesLeft(): number {
    return Math.max(0, this.#parts.configuration.maxDownload - this.#downloaded)
  }

  get bounds(): Pick<Configuration, 'maxDownload'> {
    return this.#parts.configuration
  }

  isOfTheServer(url: string): boolean {
    return new URL(url).origin === new URL(this.#parts.target.origin).origin
  }

  /** The key goes along as far as the way stays with the server itself. */
  async get(address: string, options: FetchOptions): Promise<Fetched> {
    const fetches: Fetch[] = []
    const seen = new Set<string>()
    for (let url = address; ; ) {
      const outOfReach = seen.size > BOUNDS.redirects.most ? 'too many redirects' : this.#whyNot(url)
      if (outOfReach !== undefined) return { fetches, url, outOfReach }
      seen.add(url)
      const { answer, failure, brokenOff } = await this.#getOne(url, options, fetches)
      const tooDeep = failure && this.#elsewhere.whyNotReached(url)
      if (tooDeep) return { fetches, url, outOfReach: tooDeep.message }
      const next = answer && redirectedTo(answer, url)
      if (next === undefined) {
        return { fetches, url, ...(answer && { answer }), ...(brokenOff && { brokenOff }), ...(failure && { failure }) }
      }
      if ('nowhere' in next) {
        const told = this.#parts.vault.scrub(next.nowhere).slice(0, LONGEST_PLACE)
        return { fetches, url, answer: answer!, leadsNowhere: `a redirect to ${told}` }
      }
      if (seen.has(next.url)) return { fetches, url, answer: answer!, leadsNowhere: 'a redirect loop' }
      url = next.url
    }
  }

  async close(): Promise<void> {
    await this.#elsewhere.close()
  }

  #whyNot(url: string): string | undefined {
    if (url.length > BOUNDS.urlCharacters.most) return `a url of ${url.length} characters, which is too long to fetch`
    // Whoever made the url knows the key, and whom it leads to need not.
    if (!this.isOfTheServer(url) && recipesIn(this.#parts.vault.scrub(url)).length > 0)
      return 'its url contains a key and points to another server'
    return this.#elsewhere.whyNot(new URL(url).hostname)?.message
  }

  async #getOne(url: string, options: FetchOptions, fetches: Fetch[]): Promise<WireResult> {
    const place = await this.#parts.inFlight.enter()
    try {
      return await this.#getNow(url, options, fetches, place.sent)
    } finally {
      place.leave()
    }
  }

  async #getNow(
    url: string,
    { range, withKey, most }: FetchOptions,
    fetches: Fetch[],
    onTurn: () => void,
  ): Promise<WireResult> {
    const { vault, over, now, userAgent } = this.#parts
    const turn = () => this.#parts.turn().finally(onTurn)
    const { pathname, search, username, password, origin } = new URL(url)
    const carriesKey = withKey === true && this.isOfTheServer(url)
    const headers: Header[] = [
      userAgent,
      ['Accept', '*/*'],
      ['Accept-Encoding', 'identity'],
      ...(range ? [['Range', `bytes=${range[0]}-${range[1] - 1}`] as const] : []),
      ...(carriesKey ? [['Authorization', vault.fill('Bearer {{A}}')] as const] : basicOf(username, password)),
    ]
    if (over.aborted) throw new RunIsOver()
    const left = await this.#reserve(most)
    this.#count()
    const at = now()
    const request = { method: 'GET', path: pathname + search, headers, mostBytes: left }
    const sending = this.#elsewhere.wireTo(origin).send(request, over, { turn })
    const result = await this.#underWay.during(sending)
    const got = result.answer ?? result.brokenOff
    this.#downloaded += (got?.bytes.length ?? 0) - left
    fetches.push({
      at,
      ms: inTenths(now() - at),
      url: vault.scrub(url),
      ...(range && { range }),
      ...(carriesKey && { withKey: true as const }),
      ...(got && {
        status: got.status,
        headers: this.#toldIn(got.headers),
      }),
      bytes: got?.bytes.length ?? 0,
      ...(result.failure && {
        failure: { kind: result.failure.kind, message: vault.scrub(result.failure.message) },
      }),
    })
    if (over.aborted) throw new RunIsOver()
    return result
  }

  /** Those that say what comes, and whatever shows a key. */
  #toldIn(headers: readonly Header[]): Header[] {
    const scrubbed = headers.map(
      ([name, value]): Header => [this.#parts.vault.scrub(name), this.#parts.vault.scrub(value)],
    )
    return scrubbed
      .filter(([name, value]) => TELLING.test(name) || recipesIn(`${name} ${value}`).length > 0)
      .map(([name, value]) => [name, value.slice(0, BOUNDS.toldCharacters.most)])
  }

  /** Each is given what it may read at most, and gives back what it did not; meanwhile others may have to wait. */
  async #reserve(most: number): Promise<number> {
    while (this.bytesLeft === 0 && this.#underWay.isAny) await this.#underWay.next()
    const reserved = Math.min(most, this.bytesLeft)
    if (reserved === 0) throw new OutOfReach('--max-download is used up', '--max-download')
    this.#downloaded += reserved
    return reserved
  }

  #count(): void {
    try {
      this.#parts.budget.countRequest(false)
    } catch (error) {
      throw error instanceof OverBudget ? new OutOfReach(error.message, error.option) : error
    }
  }
}

/** A name and a password in a url, escaped as its writer liked; what is escaped wrongly stands as it is. */
function basicOf(username: string, password: string): Header[] {
  if (username === '' && password === '') return []
  const pair = `${unescaped(username)}:${unescaped(password)}`
  return [['Authorization', `Basic ${Buffer.from(pair).toString('base64')}`]]
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
