import type { Header } from '../../history/entry/exchange.ts'
import { keyOf } from '../../history/reading/request-key.ts'
import type { KeyName } from '../../keys/placeholders.ts'
import type { Unattributed } from './attribution.ts'

/** A damaged key is used so many times less often than the original. */
const MUCH_LESS = 3

/** Replaces keys that differ in one character from a much more frequent one by placeholders of a changed key. */
export function withDamagedKeys(
  exchanges: readonly Unattributed[],
  known: ReadonlyMap<string, KeyName>,
): readonly Unattributed[] {
  const uses = new Map<KeyName, number>()
  for (const { request } of exchanges) {
    const key = keyOf(request)
    if (key !== undefined) uses.set(key, (uses.get(key) ?? 0) + 1)
  }
  const used = [...known].filter(([, name]) => uses.has(name))
  const recipes = new Map<KeyName, string>()
  for (const [damaged, name] of used)
    for (const [key, other] of used) {
      const change = uses.get(other)! >= uses.get(name)! * MUCH_LESS ? changeOf(key, damaged) : undefined
      if (change !== undefined && !recipes.has(name)) recipes.set(name, `{{${other}${change}}}`)
    }
  return recipes.size === 0 ? exchanges : exchanges.map((each) => renamed(each, recipes))
}

function renamed(exchange: Unattributed, recipes: ReadonlyMap<KeyName, string>): Unattributed {
  const { request } = exchange
  const recipe = recipes.get(keyOf(request) ?? '')
  if (recipe === undefined) return exchange
  const headers = request.headers.map(
    ([name, value]): Header => [name, name.toLowerCase() === 'authorization' ? `Bearer ${recipe}` : value],
  )
  return { ...exchange, request: { ...request, headers } }
}

/** The change in the form of a placeholder. Characters count from 1. */
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
