import { list, printable } from '../../engine/history/reading/words.ts'
import type { Traffic } from '../../engine/judge/observed/traffic.ts'

/** Contents of a recording, and how many exchanges are judged. */
export function trafficRead(name: string, baseUrl: string, { exchanges, leftOut }: Traffic): string {
  const rest = [...leftOut].map(([what, count]) => `${count} ${what}`)
  const without = rest.length === 0 ? '' : `; skipped: ${list(rest)}`
  return `${printable(`${name}: ${exchanges.length} exchanges under ${baseUrl}${without}`)}\n`
}
