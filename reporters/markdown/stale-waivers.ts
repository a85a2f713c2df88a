import { excerpt } from '../../engine/history/reading/words.ts'
import type { Report } from '../outcome/report.ts'
import { counted } from '../words/counted.ts'
import { code, prose } from './verbatim.ts'

const MOST_SHOWN = 20
const LONGEST_REASON = 200

export function staleWaivers({ waivers }: Report): string[] {
  const stale = waivers.filter(({ state }) => state === 'stale')
  if (stale.length === 0) return []
  const more = stale.length - MOST_SHOWN
  const lines = stale
    .slice(0, MOST_SHOWN)
    .map(({ clause, reason }) => [code(clause), prose(excerpt(reason, LONGEST_REASON))])
    .map(([clause, reason]) => `- ${clause} passes; reason of the waiver: ${reason}`)
  if (more > 0) lines.push(`- … and ${counted(more, 'more waiver')}`)
  return [`### Stale waivers\n\nRemove them:\n\n${lines.join('\n')}`]
}
