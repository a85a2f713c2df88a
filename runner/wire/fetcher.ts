import { Buffer } from 'node:buffer'
import type { Failure, Header } from '../history/exchange.ts'
import type { Fetch } from '../history/look.ts'
import type { Vault } from '../keys/vault.ts'
import { OutOfReach } from '../media/facts.ts'
import type { Configuration } from '../settings/configuration.ts'
import type { Target } from '../settings/target.ts'
import { SUITE } from '../settings/version.ts'
import { type Budget, OverBudget } from './budget.ts'
import { inTenths } from './phases.ts'
import { type Depth, depthOfHost, lookupWithin, mayReach, TooDeep } from './reachable.ts'
import { RunIsOver } from './run-is-over.ts'
import { UnderWay } from './under-way.ts'
import { Wire, type WireResult } from './wire.ts'

const CONNECTIONS_TO_ONE = 4
/** Of a server that leads each client elsewhere, the connections to some of them are kept. */
const MOST_ORIGINS = 8
const MOST_REDIRECTS = 5

/** What says what comes, and how it may be asked for. */
const TELLING =
  /^(content-(type|length|range|encoding|disposition)|accept-ranges|etag|location|retry-after|www-authenticate)$/i

export type Parts = {
  target: Target
  vault: Vault
  budget: Budget
  configuration: Configuration
  over: AbortSignal
  now(): number
  /** Resolves when one more request may be sent. */
  turn(): Promise<void>
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
  /** Why what a redirect leads to is not asked for. */
  leadsNowhere?: string
}

/**
 * GETs what results lead to, wherever that is: without key or cookie, over few redirects, within the bounds of the run.
 * A file may lie with somebody else, so nothing of the run is shown to it.
 */
export class Fetcher {
  readonly #parts: Parts
  readonly #wires = new Map<string, Wire>()
  #depth: Promise<Depth> | undefined
  #downloaded = 0
  readonly #underWay = new UnderWay()

  constructor(parts: Parts) {
    this.#parts = parts
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
  async get(address: string, { range, withKey = false, most }: FetchOptions): Promise<Fetched> {
    const fetches: Fetch[] = []
    let url = address
    for (;;) {
      const result = await this.#getOne(url, { ...(range && { range }), withKey, most }, fetches)
      const { answer, failure, brokenOff } = result
      const location = answer && isRedirect(answer.status) ? headerIn(answer.headers, 'location') : undefined
      if (location === undefined) {
        return { fetches, url, ...(answer && { answer }), ...(brokenOff && { brokenOff }), ...(failure && { failure }) }
      }
      const next = URL.canParse(location, url) ? new URL(location, url) : undefined
      const nowhere = (leadsNowhere: string) => ({ fetches, url, answer: answer!, leadsNowhere })
      if (!next || !/^https?:$/.test(next.protocol)) return nowhere(`a redirect to ${location.slice(0, 80)}`)
      if (fetches.length > MOST_REDIRECTS) return nowhere(`more than ${MOST_REDIRECTS} redirects`)
      url = next.href
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#wires.values()].map((wire) => wire.close()))
  }

  async #getOne(url: string, { range, withKey, most }: FetchOptions, fetches: Fetch[]): Promise<WireResult> {
    const { vault, over, now } = this.#parts
    const { pathname, search, username, password, origin, hostname } = new URL(url)
    await this.#mayAsk(hostname)
    const carriesKey = withKey === true && this.isOfTheServer(url)
    const headers: Header[] = [
      ['User-Agent', `${SUITE.name}/${SUITE.version}`],
      ['Accept', '*/*'],
      ['Accept-Encoding', 'identity'],
      ...(range ? [['Range', `bytes=${range[0]}-${range[1] - 1}`] as const] : []),
      ...(carriesKey ? [['Authorization', vault.fill('Bearer {{A}}')] as const] : basicOf(username, password)),
    ]
    await this.#parts.turn()
    if (over.aborted) throw new RunIsOver()
    const left = await this.#reserve(most)
    this.#count()
    const at = now()
    const request = { method: 'GET', path: pathname + search, headers, mostBytes: left }
    const sending = this.#wireTo(origin).send(request, over)
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
        headers: got.headers
          .filter(([name]) => TELLING.test(name))
          .map(([name, value]): Header => [name, vault.scrub(value).slice(0, 500)]),
      }),
      bytes: got?.bytes.length ?? 0,
      ...(result.failure && {
        failure: { kind: result.failure.kind, message: vault.scrub(result.failure.message) },
      }),
    })
    if (over.aborted) throw new RunIsOver()
    return result
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

  async #mayAsk(hostname: string): Promise<void> {
    const own = new URL(this.#parts.target.origin).hostname
    if (hostname === own) return
    this.#depth ??= depthOfHost(own)
    const [from, to] = await Promise.all([this.#depth, depthOfHost(hostname)])
    if (!mayReach(from, to)) throw new OutOfReach(new TooDeep(hostname, to).message)
  }

  #wireTo(origin: string): Wire {
    const known = this.#wires.get(origin)
    if (known) return known
    if (this.#wires.size >= MOST_ORIGINS) {
      const [oldest, wire] = [...this.#wires][0]!
      this.#wires.delete(oldest)
      void wire.closeWhenIdle()
    }
    let connections = 0
    const wire = new Wire(origin, {
      connections: CONNECTIONS_TO_ONE,
      requestTimeoutMs: this.#parts.configuration.requestTimeoutMs,
      mostBytes: 0,
      nextConnection: () => ++connections,
      lookup: async (host, options, done) => {
        this.#depth ??= depthOfHost(new URL(this.#parts.target.origin).hostname)
        lookupWithin(await this.#depth)(host, options, done)
      },
    })
    this.#wires.set(origin, wire)
    return wire
  }
}

export function headerIn(headers: readonly Header[], name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1]
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

function basicOf(username: string, password: string): Header[] {
  if (username === '' && password === '') return []
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return [['Authorization', `Basic ${Buffer.from(pair).toString('base64')}`]]
}
