import type { Exchange, RequestTemplate } from '../history/exchange.ts'

type Stands = { exchange: Exchange; until: number }

/** Requests whose last word was to come back later, and nobody did: the same is not asked before that, whoever would. */
export class NotBefore {
  readonly #standing = new Map<string, Stands>()

  /** `until`: by the clock of the run. */
  note(exchange: Exchange, until: number): void {
    const name = nameOf(exchange.request)
    if (name !== undefined) this.#standing.set(name, { exchange, until })
  }

  of(request: RequestTemplate, now: number): Stands | undefined {
    const name = this.#standing.size === 0 ? undefined : nameOf(request)
    const stands = name === undefined ? undefined : this.#standing.get(name)
    if (stands && stands.until > now) return stands
    if (name !== undefined) this.#standing.delete(name)
    return undefined
  }
}

/** What one body is told holds for no other. */
function nameOf({ method, path, headers }: RequestTemplate): string | undefined {
  if (method !== 'GET') return undefined
  const who = headers.filter(([name]) => name.toLowerCase() === 'authorization').map(([, value]) => value)
  return [method, path, ...who].join('\n')
}
