import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { jsonOf, succeeded, walk } from '../../engine/history/reading/reading.ts'

/** Of what the one shows, so much stands in the other as well where both come from the same place. */
const SHARE = 0.75

/**
 * Whether an answer shows what another one does: the same members, whatever stands in them by now, or the very job. A page
 * that is shown to everybody at many addresses, or a word that there is nothing, is something else.
 */
export function showsTheSame(one: Exchange, other: Exchange): boolean {
  const [found, wanted] = [one, other].map((each) => (succeeded(each) ? jsonOf(each) : undefined))
  if (!found || !wanted) return false
  const polled = other.purpose.polled
  if (polled !== undefined && [...walk(found.value)].some(({ value }) => String(value) === polled)) return true
  const ways = waysIn(wanted.value)
  if (ways.size === 0) return JSON.stringify(found.value) === JSON.stringify(wanted.value)
  const own = waysIn(found.value)
  return [...ways].filter((way) => own.has(way)).length >= SHARE * ways.size
}

/** Where values stand; those of a list stand at one place. */
function waysIn(value: unknown): Set<string> {
  const leaves = [...walk(value)].filter((each) => typeof each.value !== 'object' || each.value === null)
  return new Set(leaves.map(({ way }) => way.map((step) => (/^\d+$/.test(step) ? '*' : step)).join('/')))
}
