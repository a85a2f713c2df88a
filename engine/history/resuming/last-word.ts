import type { CutShort, HistoryEntry } from '../entry/entries.ts'

/** After it nothing more is done under that name: it was done, or there was a reason not to, other than that the run ended first. */
export function isLastWord(entry: HistoryEntry): boolean {
  if (entry.kind === 'driven' || entry.kind === 'skipped') return true
  return entry.kind === 'cut-short' && !isForWantOfTheRun(entry)
}

const isForWantOfTheRun = ({ cause }: CutShort) => cause?.kind === 'run ended'
