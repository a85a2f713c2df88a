import type { Header } from '../../history/entry/exchange.ts'
import { keyOf } from '../../history/reading/who-asks.ts'
import type { KeyName } from '../../keys/recipes.ts'
import type { Unattributed } from './attribution.ts'

/** A key that is used as much less as this may be another one with a character wrong. */
const MUCH_LESS = 3

/** Keys that are all but one character another one, which is used much more: as that one with what is wrong with it. */
export function withDamagedKeys(
  exchanges: readonly Unattributed[],
  known: ReadonlyMap<string, KeyName>,
): readonly Unattributed[] {
  const uses = new Map<KeyName, number>()
  for (const { request } of exchanges) {
    const key = keyOf(request)
    if (key !== undefined) uses.set(key, (uses.get(key) ?? 0) + 1)
  }
  const used = [...known].flatMap(([text, name]) => (uses.has(name) ? [{ text, name, times: uses.get(name)! }] : []))
  const recipes = new Map(
    used.flatMap((each) => {
      const [own] = used.flatMap((other) => {
        const change = other.times >= each.times * MUCH_LESS ? changeOf(other.text, each.text) : undefined
        return change === undefined ? [] : [`{{${other.name}${change}}}`]
      })
      return own === undefined ? [] : [[each.name, own] as const]
    }),
  )
  return recipes.size === 0 ? exchanges : exchanges.map((each) => renamed(each, recipes))
}

function renamed(exchange: Unattributed, recipes: ReadonlyMap<KeyName, string>): Unattributed {
  const { request } = exchange
  const key = keyOf(request)
  const recipe = key === undefined ? undefined : recipes.get(key)
  if (recipe === undefined) return exchange
  const headers = request.headers.map(
    ([name, value]): Header => [name, name.toLowerCase() === 'authorization' ? `Bearer ${recipe}` : value],
  )
  return { ...exchange, request: { ...request, headers } }
}

/** As recipes say it, characters counted from one. */
function changeOf(key: string, damaged: string): string | undefined {
  let at = 0
  while (at < key.length && key[at] === damaged[at]) at++
  const rest = key.slice(at)
  const other = damaged.slice(at)
  if (rest.length === other.length)
    return rest.slice(1) === other.slice(1) ? ` with character ${at + 1} changed` : undefined
  if (rest.slice(1) === other) return ` without character ${at + 1}`
  return rest === other.slice(1) && at > 0 ? ` with a character added after character ${at}` : undefined
}
