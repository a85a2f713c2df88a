import { printable } from '../../engine/history/reading/words.ts'
import { knownInLines, listToChange, waivedAndWorse } from '../outcome/known-failures.ts'
import { counted } from '../words/counted.ts'
import type { Screen } from './screen.ts'
import { labelled, wrap } from './wrapping.ts'

const MOST_LINES = 10

/** Burn-down of the list of known failures, and what to change in it; `quiet`: only the changes. */
export function knownFailures(screen: Screen, quiet: boolean): string[] {
  const { report, width } = screen
  const worse = waivedAndWorse(screen).map((each) => `Warning: ${each}`)
  const all = knownInLines(report)
  const told = quiet ? all.slice(all.length - listToChange(report).length) : all
  const lines = [...worse, ...told]
  const shown = lines
    .slice(0, MOST_LINES)
    .flatMap((line, index) => (index === 0 ? wrap(printable(line), width) : labelled('  ', printable(line), width)))
  const more = lines.length - MOST_LINES
  return more > 0 ? [...shown, `  … and ${counted(more, 'more line')} in report.json (knownFailures)`] : shown
}
