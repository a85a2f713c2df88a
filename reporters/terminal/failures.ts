import { excerpt } from '../../runner/history/reading/words.ts'
import type { ClauseReport } from '../../runner/report/report.ts'
import { gravityOf } from '../../runner/report/waivers.ts'
import { type Account, accountOf, furtherInWords } from '../broken/account.ts'
import { typed } from '../curl/shell-words.ts'
import type { Screen } from './screen.ts'
import { cut, labelled } from './wrapping.ts'

/** So many are told one by one; more of them fit no screen. */
const MOST_SHOWN = 5
const MOST_LINES = 2

/** The gravest last, beside the verdict. */
function brokenIn({ report }: Screen): ClauseReport[] {
  const order = (clause: ClauseReport) => ['waived', 'warning', 'broken'].indexOf(gravityOf(clause, report))
  return report.clauses.filter(({ verdict }) => verdict === 'fail').toSorted((a, b) => order(a) - order(b))
}

/** Each broken clause: what it promises, what came instead, where that stands, and how to try it. */
export function failures(screen: Screen): string[][] {
  return brokenIn(screen).map((clause) => failure(clause, screen))
}

/** The gravest few in some lines each, the others by name. */
export function failuresThatFit(screen: Screen): string[][] {
  const all = brokenIn(screen)
  const others = all.slice(0, -MOST_SHOWN).toSorted((one, other) => firstFailure(one) - firstFailure(other))
  const more =
    others.length === 0 ? [] : [labelled('And: ', others.map((each) => wordOf(each, screen)).join(', '), screen.width)]
  return [...more, ...all.slice(-MOST_SHOWN).map((clause) => inShort(clause, screen))]
}

/** The number of the exchange that showed it first; the good ones that it is compared with stand before it. */
function firstFailure({ violations = [], evidence }: ClauseReport): number {
  const shown = violations.flatMap((each) => each.evidence.at(-1) ?? [])
  return Math.min(...(shown.length > 0 ? shown : evidence.slice(0, 1)))
}

const WORDS = {
  broken: { word: 'FAIL', style: 'bad' },
  warning: { word: 'WARN', style: 'doubtful' },
  waived: { word: 'WAIVED', style: 'doubtful' },
} as const

function wordOf(clause: ClauseReport, { report }: Screen): string {
  return `${clause.id} (${WORDS[gravityOf(clause, report)].word})`
}

function headOf(clause: ClauseReport, { report, paint }: Screen): string {
  const { word, style } = WORDS[gravityOf(clause, report)]
  return `${paint(style, word)}  ${paint('strong', clause.id)}  ${clause.section}, ${clause.level}`
}

function inShort(clause: ClauseReport, screen: Screen): string[] {
  const { width } = screen
  const account = accountOf(clause, screen)
  const field = (label: string, text: string, most = 1) => atMost(most, `      ${label.padEnd(9)} `, text, width)
  return [
    headOf(clause, screen),
    cut(`      ${clause.rule}`, width),
    ...(clause.waived === undefined ? [] : field('waived', excerpt(clause.waived, 200))),
    ...(account.case === undefined ? [] : field('case', account.case)),
    ...field('expected', account.expected),
    ...field('received', account.received, MOST_LINES),
    ...(account.further.count > 0 ? field('and', furtherInWords(account.further)) : []),
    ...field('see', lookUp(account, screen)),
  ]
}

/** Whatever stands as a number leads somewhere. */
function lookUp({ exchanges, shown }: Account, { folder }: Screen): string {
  const where = folder === undefined ? '' : ` ${typed(folder)}`
  return shown === undefined ? `exchanges ${exchanges}` : `gatecheck show ${shown}${where}; exchanges ${exchanges}`
}

function atMost(most: number, label: string, text: string, width: number): string[] {
  const lines = labelled(label, text, width)
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), cut(`${lines[most - 1]} ${lines[most]!.trim()}`, width)]
}

function failure(clause: ClauseReport, screen: Screen): string[] {
  const { width } = screen
  const account = accountOf(clause, screen)
  const field = (label: string, text: string) => labelled(`      ${label.padEnd(9)} `, text, width)
  return [
    headOf(clause, screen),
    ...labelled('      ', clause.rule, width),
    ...(clause.waived === undefined ? [] : field('waived', excerpt(clause.waived, 400))),
    ...(account.case === undefined ? [] : field('case', account.case)),
    ...field('expected', account.expected),
    ...field('received', account.received),
    ...(account.further.count > 0 ? field('and', furtherInWords(account.further)) : []),
    ...field('see', lookUp(account, screen)),
    // Never wrapped: it is there to be copied.
    ...(account.curl === undefined ? [] : [`      ${account.curl}`]),
  ]
}
