import { printable } from '../runner/history/words.ts'
import type { Shown } from './reporter.ts'
import { choices } from './terminal/choices.ts'
import { conclusion } from './terminal/conclusion.ts'
import { failures } from './terminal/failures.ts'
import { notJudged } from './terminal/not-judged.ts'
import { paintWith } from './terminal/paint.ts'
import type { Screen } from './terminal/screen.ts'
import { table } from './terminal/table.ts'
import { faults, totals } from './terminal/totals.ts'
import { wrap } from './terminal/wrapping.ts'

export type TerminalOptions = {
  color: boolean
  width: number
  /** Where the reports are. */
  reports?: readonly string[]
  quiet?: boolean
}

const NARROWEST = 60

/** A finished run for people: from the overview to the single verdict in its last line. */
export function terminalReport(record: Shown, { color, width, reports = [], quiet }: TerminalOptions): string {
  const screen: Screen = {
    ...record,
    width: Math.max(NARROWEST, width),
    paint: paintWith(color),
  }
  const blocks = quiet
    ? failures(screen)
    : [
        heading(screen),
        table(screen),
        ...failures(screen),
        notJudged(screen),
        choices(screen),
        faults(screen),
        [...totals(screen), ...(reports.length === 0 ? [] : [`Report: ${printable(reports.join(', '))}`])],
      ]
  const shown = [...blocks, [conclusion(screen)]].filter((block) => block.length > 0)
  return `${shown.map((block) => block.join('\n')).join('\n\n')}\n`
}

function heading({ report, width }: Screen): string[] {
  const { suite, target, profile, observed } = report
  const how = observed ? 'observed traffic' : `profile ${profile}`
  return wrap(printable(`${suite.name} ${suite.version}  ${target.baseUrl}  ${how}`), width)
}
