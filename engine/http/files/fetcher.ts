import type { Configuration } from '../../config/configuration.ts'
import type { Target } from '../../config/target.ts'
import type { Header } from '../../history/entry/exchange.ts'
import type { Fetch } from '../../history/entry/inspection.ts'
import { recipesIn } from '../../keys/placeholders.ts'
import type { Vault } from '../../keys/vault.ts'
import { OutOfReach } from '../../media/facts.ts'
import type { Budget } from '../limits/budget.ts'
import { OverBudget, RunIsOver } from '../limits/over-budget.ts'
import type { Network } from '../network/network.ts'
import { basicAuthorization } from '../network/proxies.ts'
import type { InFlight } from '../queue.ts'
import type { Rate } from '../rate.ts'
import { newTraceparent } from '../traceparent.ts'
import { inTenths, type TransportResult } from '../transport/transport.ts'
import { Origins } from './origins.ts'
import { type Followed, followRedirects } from './redirects.ts'

/** Response headers that are recorded. */
const RECORDED =
  /^(content-(type|length|range|encoding|disposition)|accept-ranges|etag|location|retry-after|www-authenticate)$/i
const RECORDED_CHARACTERS = 500

type Parts = {
  target: Target
  vault: Vault
  budget: Budget
  configuration: Configuration
  userAgent: Header
  network: Network
  over: AbortSignal
  /** Bytes of files, before the run was interrupted. */
  downloaded?: number
  now(): number
  rate: Rate
  queue: InFlight
}

export type FetchOptions = { range?: readonly [from: number, to: number]; withKey?: boolean; most: number }

/** `fetches`: one per redirect, and the final one. */
export type Fetched = Followed & { fetches: Fetch[] }

/** Downloads the URLs of results, within the limits of the run. Other hosts get no key and no cookie. */
export class Fetcher {
  readonly #parts: Parts
  readonly #origins: Origins
  readonly #underWay = new Set<Promise<unknown>>()
  #downloaded: number

  constructor(parts: Parts) {
    const { configuration, network, target, downloaded = 0 } = parts
    this.#parts = parts
    this.#downloaded = downloaded
    this.#origins = new Origins(target.origin, network, configuration)
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
    const followed = await followRedirects(address, {
      whyNot: (url) => this.#whyNot(url),
      whyFailed: (url) => this.#origins.whyNotResolved(new URL(url).hostname)?.message,
      get: (url) => this.#getOne(url, options, fetches),
      scrub: (text) => this.#parts.vault.scrub(text),
    })
    return { ...followed, fetches }
  }

  async close(): Promise<void> {
    await this.#origins.close()
  }

  #whyNot(url: string): string | undefined {
    // The server put its key into a URL of another host, which must not get it.
    if (!this.isOfTheServer(url) && recipesIn(this.#parts.vault.scrub(url)).length > 0)
      return 'its url contains a key and points to another server'
    return this.#origins.whyNot(new URL(url).hostname)?.message
  }

  async #getOne(url: string, options: FetchOptions, fetches: Fetch[]): Promise<TransportResult> {
    const { queue, over } = this.#parts
    const slot = await queue.enter()
    try {
      if (over.aborted) throw new RunIsOver()
      const most = await this.#reserve(options.most)
      const sending = this.#send(url, options, most, slot.sent, fetches)
      const settled = sending.catch(() => undefined)
      this.#underWay.add(settled)
      return await sending.finally(() => this.#underWay.delete(settled))
    } finally {
      slot.leave()
    }
  }

  async #send(
    url: string,
    { range, withKey }: FetchOptions,
    most: number,
    onTurn: () => void,
    fetches: Fetch[],
  ): Promise<TransportResult> {
    const { vault, over, now, userAgent, rate, configuration } = this.#parts
    const traceparent = configuration.trace ? newTraceparent() : undefined
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
      ...(traceparent === undefined ? [] : [['traceparent', traceparent] as const]),
    ]
    const at = now()
    const turn = async () => {
      await rate.turn(over)?.catch(() => undefined)
      onTurn()
      return !over.aborted
    }
    const request = { method: 'GET', path: pathname + search, headers, mostBytes: most }
    const result = await this.#origins.transportTo(origin).send(request, over, { turn })
    const got = result.answer ?? result.brokenOff
    const bytes = got?.bytes.length ?? 0
    this.#downloaded += bytes - most
    const { failure } = result
    fetches.push({
      at,
      ms: inTenths(now() - at),
      url: vault.scrub(url),
      ...(range && { range }),
      ...(carriesKey && { withKey: true as const }),
      ...(traceparent !== undefined && { traceparent }),
      ...(got && { status: got.status, headers: this.#recorded(got.headers) }),
      bytes,
      ...(failure && { failure: { kind: failure.kind, message: vault.scrub(failure.message) } }),
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

  /** Counts the request and returns how many bytes the download may have; the caller gives unused ones back. */
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
