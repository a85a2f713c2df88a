import type { Configuration } from '../../config/configuration.ts'
import { LIMITS } from '../../config/limits.ts'
import type { Target } from '../../config/target.ts'
import type { Header } from '../../history/entry/exchange.ts'
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
import { basicAuthorization } from '../network/proxies.ts'
import type { InFlight } from '../queue.ts'
import { MOST_URL_CHARACTERS, type Result, redirectedTo, SHOWN_CHARACTERS } from './responses.ts'

import type { Surroundings } from './surroundings.ts'
import { Wires } from './wires.ts'

/** Response headers that are recorded. */
const RECORDED =
  /^(content-(type|length|range|encoding|disposition)|accept-ranges|etag|location|retry-after|www-authenticate)$/i
const RECORDED_CHARACTERS = 500

export type Parts = {
  target: Target
  vault: Vault
  budget: Budget
  configuration: Configuration
  userAgent: Header
  surroundings: Surroundings
  network: Network
  over: AbortSignal
  /** Bytes of files, before the run was interrupted. */
  downloaded?: number
  now(): number
  /** Resolves when one more request may be sent; false: the run has ended. */
  turn(): Promise<boolean>
  inFlight: InFlight
}

export type FetchOptions = { range?: readonly [from: number, to: number]; withKey?: boolean; most: number }

export type Fetched = Result & {
  /** One per redirect, and the last one. */
  fetches: Fetch[]
  /** Of the last request. */
  url: string
  /** Why it is not requested (further): a limit of ours. */
  outOfReach?: string
}

/** Downloads what results lead to, within the limits of the run. Other hosts see no key and no cookie. */
export class Fetcher {
  readonly #parts: Parts
  readonly #wires: Wires
  readonly #underWay = new Set<Promise<unknown>>()
  #downloaded: number

  constructor(parts: Parts) {
    const { configuration, surroundings, network } = parts
    this.#parts = parts
    this.#downloaded = parts.downloaded ?? 0
    this.#wires = new Wires(surroundings, configuration.requestTimeoutMs, network)
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

  /** Follows redirects. `withKey`: only requests to the server itself carry the key. */
  async get(address: string, options: FetchOptions): Promise<Fetched> {
    const fetches: Fetch[] = []
    const seen = new Set<string>()
    for (let url = address; ; ) {
      const outOfReach = seen.size > LIMITS.redirects ? 'too many redirects' : this.#whyNot(url)
      if (outOfReach !== undefined) return { fetches, url, outOfReach }
      seen.add(url)
      const { answer, failure, brokenOff } = await this.#getOne(url, options, fetches)
      const forbidden = failure && this.#parts.surroundings.whyNotResolved(new URL(url).hostname)
      if (forbidden) return { fetches, url, outOfReach: forbidden.message }
      const next = answer && redirectedTo(answer, url)
      if (!next)
        return { fetches, url, ...(answer && { answer }), ...(brokenOff && { brokenOff }), ...(failure && { failure }) }
      const leadsNowhere =
        'nowhere' in next
          ? `a redirect to ${this.#parts.vault.scrub(next.nowhere).slice(0, SHOWN_CHARACTERS)}`
          : seen.has(next.url) && 'a redirect loop'
      if (leadsNowhere || 'nowhere' in next) return { fetches, url, answer, ...(leadsNowhere && { leadsNowhere }) }
      url = next.url
    }
  }

  async close(): Promise<void> {
    await this.#wires.close()
  }

  #whyNot(url: string): string | undefined {
    if (url.length > MOST_URL_CHARACTERS) return `a url of ${url.length} characters, which is too long to fetch`
    // The server knows the key; the other host need not.
    if (!this.isOfTheServer(url) && recipesIn(this.#parts.vault.scrub(url)).length > 0)
      return 'its url contains a key and points to another server'
    return this.#parts.surroundings.whyNot(new URL(url).hostname)?.message
  }

  async #getOne(url: string, options: FetchOptions, fetches: Fetch[]): Promise<WireResult> {
    const place = await this.#parts.inFlight.enter()
    try {
      if (this.#parts.over.aborted) throw new RunIsOver()
      const most = await this.#reserve(options.most)
      const sending = this.#send(url, options, most, place.sent, fetches)
      const settled = sending.catch(() => undefined)
      this.#underWay.add(settled)
      try {
        return await sending
      } finally {
        this.#underWay.delete(settled)
      }
    } finally {
      place.leave()
    }
  }

  async #send(
    url: string,
    { range, withKey }: FetchOptions,
    most: number,
    onTurn: () => void,
    fetches: Fetch[],
  ): Promise<WireResult> {
    const { vault, over, now, userAgent } = this.#parts
    const { pathname, search, username, password, origin } = new URL(url)
    const carriesKey = withKey === true && this.isOfTheServer(url)
    const basic = username !== '' || password !== '' ? basicAuthorization(username, password) : undefined
    const authorization = carriesKey ? vault.fill('Bearer {{A}}') : basic
    const headers: Header[] = [
      userAgent,
      ['Accept', '*/*'],
      ['Accept-Encoding', 'identity'],
      ...(range ? [['Range', `bytes=${range[0]}-${range[1] - 1}`] as const] : []),
      ...(authorization ? [['Authorization', authorization] as const] : []),
    ]
    const at = now()
    const request = { method: 'GET', path: pathname + search, headers, mostBytes: most }
    const turn = () => this.#parts.turn().finally(onTurn)
    const result = await this.#wires.to(origin).send(request, over, { turn })
    const got = result.answer ?? result.brokenOff
    this.#downloaded += (got?.bytes.length ?? 0) - most
    fetches.push({
      at,
      ms: inTenths(now() - at),
      url: vault.scrub(url),
      ...(range && { range }),
      ...(carriesKey && { withKey: true as const }),
      ...(got && { status: got.status, headers: this.#recorded(got.headers) }),
      bytes: got?.bytes.length ?? 0,
      ...(result.failure && {
        failure: { kind: result.failure.kind, message: vault.scrub(result.failure.message) },
      }),
    })
    if (over.aborted) throw new RunIsOver()
    return result
  }

  /** Headers about the file, and those that show a key. */
  #recorded(headers: readonly Header[]): Header[] {
    const { vault } = this.#parts
    return headers
      .map(([name, value]) => [vault.scrub(name), vault.scrub(value)] as const)
      .filter(([name, value]) => RECORDED.test(name) || recipesIn(`${name} ${value}`).length > 0)
      .map(([name, value]) => [name, value.slice(0, RECORDED_CHARACTERS)])
  }

  /** Returns how many bytes the download may have; what it does not use is given back. Counts the request. */
  async #reserve(most: number): Promise<number> {
    while (this.bytesLeft === 0 && this.#underWay.size > 0) await Promise.race(this.#underWay)
    const reserved = Math.min(most, this.bytesLeft)
    if (reserved === 0) throw new OutOfReach('--max-download is used up', '--max-download')
    try {
      this.#parts.budget.countRequest(false)
    } catch (error) {
      throw error instanceof OverBudget ? new OutOfReach(error.message, error.option) : error
    }
    this.#downloaded += reserved
    return reserved
  }
}
