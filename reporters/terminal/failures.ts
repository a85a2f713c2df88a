import { excerpt } from '../../engine/history/reading/words.ts'
import { type Account, accountOf, furtherInWords } from '../broken/account.ts'
import { rootCauses } from '../broken/root-causes.ts'
import { typed } from '../curl/shell-words.ts'
import type { ClauseReport } from '../outcome/report.ts'
import { gravityOf } from '../outcome/waivers.ts'
import type { Screen } from './screen.ts'
import { atMost, cut, displayWidth, labelled } from './wrapping.ts'

const MOST_DETAILED = 5
const MOST_LISTED = 6
const MOST_LINES = 2
const MOST_LINES_OF_NAMES = 3

/** Most severe first, each cause before the failures that it explains. */
function inOrder(screen: Screen): ClauseReport[] {
  const order = (clause: ClauseReport) => ['broken', 'warning', 'waived'].indexOf(gravityOf(clause, screen.report))
  const clauses = rootCauses(screen).flatMap(({ clause, others }) => [clause, ...others])
  return clauses.toSorted((a, b) => order(a) - order(b))
}

/** Every failed clause in detail, the most severe last, next to the verdict. */
export function failures(screen: Screen): string[][] {
  return inOrder(screen)
    .toReversed()
    .map((clause) => failure(clause, screen))
}

/** As many failed clauses in detail as fit into `room` lines, at least one; above them the others. */
export function failuresThatFit(screen: Screen, room: number): string[][] {
  const all = inOrder(screen)
  for (let detailed = Math.min(MOST_DETAILED, all.length); detailed > 0; detailed--) {
    const first = all.slice(0, detailed).map((clause) => inShort(clause, screen))
    const rest = all.slice(detailed)
    const blocks = [...(rest.length > 0 ? [others(rest, screen)] : []), ...first.toReversed()]
    const lines = blocks.reduce((sum, block) => sum + block.length + 1, 0)
    if (lines <= room || detailed === 1) return blocks
  }
  return []
}

/** A line each, as long as they are few, and an exchange that shows it. */
function others(clauses: readonly ClauseReport[], screen: Screen): string[] {
  const { width, folder } = screen
  const exchange = ({ shown }: Account) => (shown === undefined ? '' : `exchange ${shown}`)
  const listed = clauses.slice(0, MOST_LISTED).map((clause) => {
    const account = accountOf(clause, screen)
    const told = [exchange(account), `expected ${account.expected}, received ${account.received}`]
    return cut(`  ${wordOf(clause, screen)}  ${clause.id}  ${told.filter(Boolean).join(': ')}`, width)
  })
  const named = clauses.slice(MOST_LISTED).map((clause) => {
    const told = [wordOf(clause, screen), exchange(accountOf(clause, screen))]
    return `${clause.id} (${told.filter(Boolean).join(', ')})`
  })
  return [
    `${clauses.length} more failures; "npx gatecheck show N${folder === undefined ? '' : ` ${typed(folder)}`}" shows an exchange:`,
    ...listed,
    ...(named.length === 0 ? [] : atMost(MOST_LINES_OF_NAMES, '  ', named.join(', '), width)),
  ]
}

const WORDS = {
  broken: { word: 'FAIL', style: 'bad' },
  warning: { word: 'WARN', style: 'doubtful' },
  waived: { word: 'WAIVED', style: 'doubtful' },
} as const

const wordOf = (clause: ClauseReport, { report }: Screen): string => WORDS[gravityOf(clause, report)].word

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
    ...(account.further.count > 0 ? field('and', furtherThatFit(account.further, width - 16)) : []),
    ...field('see', lookUpInShort(clause, account, screen)),
  ]
}

/** The names of other cases only if all of the line fits. */
function furtherThatFit(further: Account['further'], width: number): string {
  const all = furtherInWords(further)
  return displayWidth(all) <= width ? all : furtherInWords({ ...further, named: [] })
}

const showLine = (n: number, { folder }: Screen) =>
  `npx gatecheck show ${n}${folder === undefined ? '' : ` ${typed(folder)}`}`

function lookUpInShort({ evidence }: ClauseReport, { exchanges, shown }: Account, screen: Screen): string {
  if (shown === undefined) return `exchanges ${exchanges}`
  return `${showLine(shown, screen)}${evidence.length > 1 ? ` (first of ${evidence.length})` : ''}`
}

function lookUp({ exchanges, shown }: Account, screen: Screen): string {
  return shown === undefined ? `exchanges ${exchanges}` : `${showLine(shown, screen)}; exchanges ${exchanges}`
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
    // Not wrapped, so that it can be copied.
    ...(account.curl === undefined ? [] : [`      ${account.curl}`]),
  ]
}
