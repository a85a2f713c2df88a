import { createHash } from 'node:crypto'
import type { Exchange, RequestTemplate } from '../history/entry/exchange.ts'
import { toldToWait } from '../history/reading/facts.ts'

/** `n`: of the exchange whose answer says so, which the history holds. */
type Stands = { n: number; until: number }

/** So much earlier than it was told to a timer may go off. */
const EARLY_MS = 2
/** Each time that there are so many more, those are left out whose time is over. */
const MANY = 64

/** Requests that were told when to come back: the same is not asked before that, whoever would. By the clock of the run. */
export class NotBefore {
  readonly #standing = new Map<string, Stands>()

  note(exchange: Exchange): void {
    const told = toldToWait(exchange)
    if (told === undefined) return
    const arrived = exchange.at + exchange.ms
    const name = nameOf(exchange.request)
    const until = arrived + told * 1000
    if (until > (this.#standing.get(name)?.until ?? 0)) this.#standing.set(name, { n: exchange.n, until })
    if (this.#standing.size % MANY === 0)
      for (const [name, { until }] of this.#standing) if (until <= arrived) this.#standing.delete(name)
  }

  of(request: RequestTemplate, now: number): Stands | undefined {
    const name = this.#standing.size === 0 ? undefined : nameOf(request)
    const stands = name === undefined ? undefined : this.#standing.get(name)
    if (stands && stands.until > now + EARLY_MS) return stands
    if (name !== undefined) this.#standing.delete(name)
    return undefined
  }
}

/** What one body is told holds for no other. They may be long, so none is kept. */
function nameOf({ method, path, headers, body = '' }: RequestTemplate): string {
  const who = headers.filter(([name]) => name.toLowerCase() === 'authorization').map(([, value]) => value)
  return createHash('sha1')
    .update(JSON.stringify([method, path, who, body]))
    .digest('base64')
}
