import { excerpt } from '../../engine/history/reading/words.ts'
import { allOf, type Cause, GRAVITIES, gravest } from '../causes/causes.ts'
import { type Details, detailsOf, furtherInWords } from '../causes/details.ts'
import type { Obstacle } from '../causes/obstacles.ts'
import { typed } from '../curl/shell-words.ts'
import type { ClauseReport, Report } from '../outcome/report.ts'
import { type Gravity, gravityOf } from '../outcome/waivers.ts'
import { counted } from '../words/counted.ts'
import type { Screen } from './screen.ts'
import { atMost, cut, displayWidth, labelled } from './wrapping.ts'

const MOST_DETAILED = 5
const MOST_LISTED = 6
const MOST_LINES = 2
const LISTED = '        '

/** Every cause in detail, the first to fix last, next to the verdict. */
export function failures(causes: readonly Cause[], screen: Screen): string[][] {
  return causes.toReversed().map((cause) => failure(cause, screen, 'in full'))
}

/** What keeps clauses from a verdict. */
export function obstacle(
  { title, received, expected, fix, shown, command, blocked }: Obstacle,
  screen: Screen,
): string[] {
  const { width, paint } = screen
  const field = (label: string, text: string) => atMost(MOST_LINES, `      ${label.padEnd(9)} `, text, width)
  return [
    ...labelled('BLOCKED  ', excerpt(title, 300), width).map((line, index) =>
      index === 0 ? line.replace('BLOCKED', paint('doubtful', 'BLOCKED')) : line,
    ),
    ...field('expected', expected),
    ...field('received', received),
    ...field('fix', fix),
    ...field('blocks', `${counted(blocked.length, 'clause')} without a verdict until then`),
    ...field('see', showLine(shown, screen)),
    // Not wrapped, so that it can be copied.
    `      ${command}`,
  ]
}

/** As many causes in detail as fit into `room` lines, at least one; above them the others. */
export function failuresThatFit(all: readonly Cause[], screen: Screen, room: number): string[][] {
  for (let detailed = Math.min(MOST_DETAILED, all.length); detailed > 0; detailed--) {
    const first = all.slice(0, detailed).map((cause) => failure(cause, screen, 'in short'))
    const rest = all.slice(detailed)
    const blocks = [...(rest.length > 0 ? [others(rest, screen)] : []), ...first.toReversed()]
    const lines = blocks.reduce((sum, block) => sum + block.length + 1, 0)
    if (lines <= room || detailed === 1) return blocks
  }
  return []
}

/** A line for each cause that has a title and for the first of the others; then the ids of the rest. */
function others(causes: readonly Cause[], screen: Screen): string[] {
  const { width, folder } = screen
  const clauses = causes.filter(({ kind }) => kind === 'clause')
  const named = new Set(clauses.slice(MOST_LISTED).flatMap(({ clause, others }) => [clause, ...others]))
  const listed = causes.filter(({ clause, kind }) => kind !== 'clause' || !named.has(clause))
  const ids = (word: string) => {
    const own = [...named].filter((clause) => standingOf(clause, gravityOf(clause, screen.report)).word === word)
    const text = own.map((clause) => `${clause.id}${exchangeOf(clause, screen, ' ')}`).join(', ')
    if (own.length === 0) return []
    return word === 'FAIL' ? labelled('  FAIL  ', text, width) : atMost(MOST_LINES, `  ${word}  `, text, width)
  }
  return [
    `${counted(causes.length, 'more cause')} of failures; "npx gatecheck show N${folder === undefined ? '' : ` ${typed(folder)}`}" shows exchange N:`,
    ...listed.flatMap((cause) => inALine(cause, screen)),
    ...ids('FAIL'),
    ...ids('WARN'),
    ...ids('WAIVED'),
    ...ids('KNOWN'),
  ]
}

function inALine(cause: Cause, screen: Screen): string[] {
  const { width, report } = screen
  const { clause, title } = cause
  const { expected, received } = detailsOf(clause, screen)
  const label = `  ${standingOfCause(cause, report).word}  `
  const exchange = exchangeOf(clause, screen, 'exchange ')
  if (title !== undefined) {
    const text = `${excerpt(title, 300)}${exchange && ` (${exchange})`}`
    return [...labelled(label, text, width), ...explainedBy(cause, screen, LISTED, 'fails ')]
  }
  const parts = [exchange, `expected ${expected}, received ${received}`].filter(Boolean)
  return [cut(`${label}${clause.id}  ${parts.join(': ')}`, width), ...explainedBy(cause, screen, LISTED, 'also ')]
}

function exchangeOf(clause: ClauseReport, { history }: Screen, before: string): string {
  const n = (clause.violations?.[0]?.evidence ?? clause.evidence).at(-1)
  return n === undefined || !history.exchange(n) ? '' : `${before}${n}`
}

const WORDS = {
  broken: { word: 'FAIL', style: 'bad' },
  warning: { word: 'WARN', style: 'doubtful' },
  waived: { word: 'WAIVED', style: 'doubtful' },
} as const satisfies Record<Gravity, unknown>
const KNOWN = { word: 'KNOWN', style: 'doubtful' } as const

const standingOf = (clause: ClauseReport, gravity: Gravity) =>
  gravity === 'waived' && clause.known ? KNOWN : WORDS[gravity]

const standingOfCause = (cause: Cause, report: Report) => standingOf(cause.clause, GRAVITIES[gravest(cause, report)]!)

/** All must clauses by their ids; should clauses, too, if that is short. */
function explainedBy(cause: Cause, { report, width }: Screen, label: string, word = ''): string[] {
  const all = cause.title === undefined ? cause.others : allOf(cause)
  if (all.length === 0) return []
  const isWarning = (clause: ClauseReport) => gravityOf(clause, report) !== 'broken'
  const gravestIsBroken = !isWarning(cause.clause)
  const must = all.filter((each) => !isWarning(each)).map(({ id }) => id)
  const should = all.filter(isWarning).map(({ id }) => (gravestIsBroken ? `${id} (warning)` : id))
  const names = word + [...must, ...should].join(', ')
  const counts = word + [...must, ...(should.length > 0 ? [counted(should.length, 'warning')] : [])].join(', ')
  return labelled(label, displayWidth(names) <= MOST_LINES * (width - label.length) ? names : counts, width)
}

type Manner = 'in full' | 'in short'

function failure(cause: Cause, screen: Screen, manner: Manner): string[] {
  const { width, paint, report } = screen
  const { clause, title, hint, fix, blocked, after } = cause
  const details = detailsOf(clause, screen, after)
  const isShort = manner === 'in short'
  const field = (label: string, text: string, most = 1) =>
    isShort
      ? atMost(most, `      ${label.padEnd(9)} `, text, width)
      : labelled(`      ${label.padEnd(9)} `, text, width)
  const { word, style } = standingOfCause(cause, report)
  const rule = isShort ? [cut(`      ${clause.rule}`, width)] : labelled('      ', clause.rule, width)
  const before = after === undefined ? undefined : screen.history.exchange(after)
  return [
    ...(title === undefined
      ? [`${paint(style, word)}  ${paint('strong', clause.id)}  ${clause.section}, ${clause.level}`, ...rule]
      : labelled(`${word}  `, excerpt(title, 300), width).map((line, index) =>
          index === 0 ? line.replace(word, paint(style, word)) : line,
        )),
    ...(clause.waived === undefined ? [] : field('waived', excerpt(clause.waived, 400))),
    ...(details.case === undefined ? [] : field('case', details.case)),
    ...(before && details.reproduced === undefined
      ? field(
          'after',
          `exchange ${after} on the same connection: ${before.request.method} ${excerpt(before.request.path, 80)}, answered ${before.answer?.status}`,
        )
      : []),
    ...field('expected', details.expected),
    ...field('received', details.received, MOST_LINES),
    ...(details.further.count > 0 && title === undefined
      ? field('and', isShort ? furtherThatFit(details.further, width - 16) : furtherInWords(details.further))
      : []),
    ...(details.reproduced === undefined ? [] : field('again', details.reproduced, MOST_LINES)),
    ...(hint === undefined ? [] : field('cause', hint, MOST_LINES)),
    ...field('fix', fix, MOST_LINES),
    ...explainedBy(cause, screen, `      ${(title === undefined ? 'also' : 'fails').padEnd(9)} `),
    ...(blocked.length === 0
      ? []
      : field('blocks', `${counted(blocked.length, 'more clause')} without a verdict until then`)),
    ...field('see', isShort ? lookUpInShort(clause, details, screen) : lookUp(details, screen)),
    // Not wrapped, so that it can be copied.
    ...(details.command === undefined || isShort ? [] : [`      ${details.command.text}`]),
  ]
}

/** The names of other cases only if all of the line fits. */
function furtherThatFit(further: Details['further'], width: number): string {
  const all = furtherInWords(further)
  return displayWidth(all) <= width ? all : furtherInWords({ ...further, named: [] })
}

const showLine = (n: number, { folder }: Pick<Screen, 'folder'>) =>
  `npx gatecheck show ${n}${folder === undefined ? '' : ` ${typed(folder)}`}`

function lookUpInShort({ evidence }: ClauseReport, { exchanges, shown }: Details, screen: Screen): string {
  if (shown === undefined) return `exchanges ${exchanges}`
  return `${showLine(shown, screen)}${evidence.length > 1 ? ` (first of ${evidence.length})` : ''}`
}

function lookUp({ exchanges, shown }: Details, screen: Screen): string {
  return shown === undefined ? `exchanges ${exchanges}` : `${showLine(shown, screen)}; exchanges ${exchanges}`
}
