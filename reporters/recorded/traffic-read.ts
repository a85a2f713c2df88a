import { list, printable } from '../../runner/history/reading/words.ts'
import type { Traffic } from '../../runner/observing/traffic.ts'

/** What a recording of somebody else's traffic held, and what of it is judged. */
export function trafficRead(name: string, baseUrl: string, { exchanges, leftOut }: Traffic): string {
  const rest = [...leftOut].map(([what, count]) => `${count} ${what}`)
  const without = rest.length === 0 ? '' : `; left out: ${list(rest)}`
  return `${printable(`${name}: ${exchanges.length} exchanges below ${baseUrl}${without}`)}\n`
}
