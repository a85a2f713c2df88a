import { printable } from '../../../../engine/history/reading/words.ts'
import { paintWith } from '../../../../reporters/terminal/paint.ts'
import { wrap } from '../../../../reporters/terminal/wrapping.ts'
import { counted } from '../../../../reporters/words/counted.ts'
import type { DriftReport } from '../../report.ts'
import type { Places } from '../commands.ts'
import { concludeDrift } from '../conclusion.ts'
import { type Entry, standingIn } from '../entries.ts'
import { proofInWords, spentInWords } from '../spent.ts'
import type { StandingName } from '../standing.ts'
import { entryInALine, entryLines } from './entry.ts'
import { rest } from './rest.ts'
import type { DriftScreen } from './screen.ts'

export type DriftTerminalOptions = Places & {
  color: boolean
  width: number
  /** Where the reports are. */
  reports?: readonly string[]
  /** Only changes and verdict. */
  quiet?: boolean
  /** Includes noise, and folds nothing. */
  all?: boolean
}

const NARROWEST = 60
/** Changes shown in full; more would not fit a screen. */
const MOST_SHOWN = 5
const MOST_IN_A_LINE = 12

/** A check for people, from its changes to the verdict in the last line. */
export function driftTerminal(report: DriftReport, options: DriftTerminalOptions): string {
  const { color, width, reports = [], quiet, all = false, ...places } = options
  const screen: DriftScreen = { ...places, report, width: Math.max(NARROWEST, width), paint: paintWith(color), all }
  const first = [
    ...heading(screen),
    ...spent(screen),
    ...(reports.length === 0 ? [] : [`Report: ${printable(reports.join(', '))}`]),
  ]
  const news = changed(screen)
  const around = quiet ? [] : rest(screen)
  const blocks = [...(quiet ? [] : [first]), ...news, ...(around.length > 0 ? [around] : []), [conclusion(screen)]]
  // Compact if nothing has changed.
  return `${blocks.map((block) => block.join('\n')).join(news.length === 0 ? '\n' : '\n\n')}\n`
}

function heading({ report, width }: DriftScreen): string[] {
  const { suite, target, profile, baseline } = report
  const other = baseline.target.baseUrl === target.baseUrl ? '' : ` of ${baseline.target.baseUrl}`
  const known = `${counted(baseline.rounds, 'round')}${baseline.profile === profile ? '' : ` of the profile ${baseline.profile}`}`
  const how = `profile ${profile}, against ${known}${other}`
  return wrap(printable(`${suite.name} ${suite.version}  ${target.baseUrl}  ${how}`), width)
}

function spent({ report, width }: DriftScreen): string[] {
  return wrap(`${spentInWords(report)}; ${proofInWords(report)}`, width)
}

const TITLES: Partial<Record<StandingName, string>> = {
  breaking: 'Breaking',
  elsewhere: 'Breaking, but not for your client',
  compatible: 'Compatible',
}

/** The most severe changes in full, the others in a line each. */
function changed(screen: DriftScreen): string[][] {
  const { report, paint, all } = screen
  let left = all ? Number.POSITIVE_INFINITY : MOST_SHOWN
  let lines = all ? 0 : MOST_IN_A_LINE
  return (Object.keys(TITLES) as StandingName[]).flatMap((standing) => {
    const entries = standingIn(report, standing)
    if (entries.length === 0) return []
    const whole = entries.slice(0, left)
    left -= whole.length
    const others = entries.slice(whole.length)
    const shown = others.slice(0, lines)
    lines -= shown.length
    const more = others.length - shown.length
    const blocks = [
      ...whole.map((each: Entry) => entryLines(each, screen)),
      ...(others.length > 0
        ? [
            [
              ...shown.map((each) => entryInALine(each, screen)),
              ...(more > 0 ? [`  and ${more} more (--all, or see the report)`] : []),
            ],
          ]
        : []),
    ]
    const [first = [], ...further] = blocks
    return [[paint('strong', TITLES[standing]!), ...first], ...further]
  })
}

function conclusion({ report, paint }: DriftScreen): string {
  const { word, tone, words } = concludeDrift(report)
  const style = tone === 'news' ? 'good' : tone
  return `${paint(style, word)}  ${words}`
}
