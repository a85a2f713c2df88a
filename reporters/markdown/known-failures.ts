import { excerpt } from '../../engine/history/reading/words.ts'
import { knownInLines, waivedAndWorse } from '../outcome/known-failures.ts'
import type { RunRecord } from '../reporter.ts'
import { counted } from '../words/counted.ts'
import { prose } from './verbatim.ts'

const MOST_SHOWN = 20
const LONGEST = 300

/** The list of known failures: burn-down and what to change in it. */
export function knownFailures(record: Pick<RunRecord, 'report' | 'earlier'>): string[] {
  const lines = [...knownInLines(record.report), ...waivedAndWorse(record)]
  if (lines.length === 0) return []
  const shown = lines.slice(0, MOST_SHOWN).map((line) => `- ${prose(excerpt(line, LONGEST))}`)
  const more = lines.length - MOST_SHOWN
  return [
    `### Known failures\n\n${[...shown, ...(more > 0 ? [`- … and ${counted(more, 'more line')}`] : [])].join('\n')}`,
  ]
}
