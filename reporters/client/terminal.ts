import { excerpt, printable } from '../../engine/history/reading/words.ts'
import { typed } from '../curl/shell-words.ts'
import type { ClientClauseReport, ClientReport } from '../outcome/clients/report.ts'
import { type Paint, paintWith, type Style } from '../terminal/paint.ts'
import { faults } from '../terminal/totals.ts'
import { labelled, wrap } from '../terminal/wrapping.ts'
import { counted } from '../words/counted.ts'

export type ClientTerminalOptions = {
  color: boolean
  width: number
  /** Folder of the histories, if not the default. */
  folder?: string
  /** Ends with the verdict on clients only. */
  concludes?: boolean
  quiet?: boolean
  verbose?: boolean
}

type Screen = Pick<ClientTerminalOptions, 'verbose' | 'folder'> & { width: number; paint: Paint }

const NARROWEST = 60
const MOST_NAMED = 3

/** Terminal report of clients: failures, clauses without a verdict, and with --verbose all clauses. */
export function clientTerminal(report: ClientReport, options: ClientTerminalOptions): string {
  const { color, width, concludes = false, quiet = false, verbose = false } = options
  const folder = options.folder !== undefined && { folder: options.folder }
  const screen: Screen = { width: Math.max(NARROWEST, width), paint: paintWith(color), verbose, ...folder }
  const blocks = [
    quiet ? [] : heading(report, screen),
    ...(verbose && !quiet ? [everyClause(report, screen), choices(report, screen)] : []),
    ...brokenIn(report).map((clause) => failure(clause, screen)),
    quiet || verbose ? [] : rest(report, screen),
    faults({ ...screen, report }, 'Internal errors of gatecheck (not failures of the client)'),
    ...(concludes ? [[conclusion(report, screen)]] : []),
  ].filter((block) => block.length > 0)
  return blocks.length === 0 ? '' : `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`
}

function heading({ clients, clauses }: ClientReport, { paint, width }: Screen): string[] {
  const who = clients.map(({ name, requests }) => `${name} (${counted(requests, 'request')})`)
  const count = (word: ClientClauseReport['verdict']) => clauses.filter(({ verdict }) => verdict === word).length
  const sum = `${counted(clauses.length, 'client clause')}: ${count('pass')} passed, ${count('fail')} failed, ${count('not judged')} not tested`
  return [
    paint('strong', 'Clients'),
    ...wrap(printable(who.length === 0 ? sum : `${sum}; by ${who.join(', ')}`), width),
  ]
}

/** The most severe last, next to the verdict. */
function brokenIn({ clauses }: ClientReport): ClientClauseReport[] {
  const broken = clauses.filter(({ verdict }) => verdict === 'fail')
  return [...broken.filter(({ level }) => level === 'should'), ...broken.filter(({ level }) => level === 'must')]
}

function failure(clause: ClientClauseReport, { width, paint, verbose, folder }: Screen): string[] {
  const { id, level, section, rule, expected = '', received = '', violations = [], evidence = [], scenario } = clause
  const [first] = violations
  const field = (label: string, text: string) =>
    labelled(`      ${label.padEnd(9)} `, verbose ? text : excerpt(text, 300), width)
  const [word, style]: [string, Style] = level === 'must' ? ['FAIL', 'bad'] : ['WARN', 'doubtful']
  const numbers = first?.evidence ?? evidence
  const shown =
    scenario === undefined || numbers.length === 0
      ? `exchanges ${numbers.join(', ')}`
      : `npx gatecheck show ${[...numbers, ...(folder === undefined ? [] : [typed(folder)])].join(' ')} --scenario ${scenario}`
  return [
    `${paint(style, word)}  ${paint('strong', id)}  ${section}, ${level}`,
    ...labelled('      ', rule, width),
    ...(scenario === undefined ? [] : field('scenario', scenario)),
    ...(first?.client === undefined ? [] : field('client', first.client)),
    ...field('expected', expected),
    ...field('received', received),
    ...field('see', `${shown}; npx gatecheck clauses ${id}`),
  ]
}

const named = (clauses: readonly ClientClauseReport[]): string => {
  const ids = clauses.map(({ id }) => id)
  return ids.length <= MOST_NAMED
    ? ids.join(', ')
    : `${counted(ids.length, 'clause')} (${ids.slice(0, 2).join(', ')} …)`
}

function rest({ clauses }: ClientReport, { width, paint }: Screen): string[] {
  const left = clauses.filter(({ verdict }) => verdict === 'not judged')
  return [...Map.groupBy(left, ({ reason = '' }) => reason)]
    .flatMap(([reason, own]) => labelled('– ', `${named(own)}: ${excerpt(reason, 300)}`, width))
    .map((line) => paint('faint', line))
}

const SIGNS: Record<ClientClauseReport['verdict'], [string, Style]> = {
  pass: ['✓', 'good'],
  fail: ['✗', 'bad'],
  'not judged': ['–', 'faint'],
}

function everyClause({ clauses }: ClientReport, { width, paint }: Screen): string[] {
  return clauses.flatMap(({ id, level, section, verdict, reason, tried }) => {
    const [sign, style] = SIGNS[verdict]
    const more =
      verdict === 'pass' ? `: ${counted(tried ?? 0, 'case')}` : reason === undefined ? '' : `: ${excerpt(reason, 300)}`
    return labelled(`  ${sign} `, `${id} (${level}, ${section})${more}`, width).map((line) => paint(style, line))
  })
}

function choices({ open }: ClientReport, { width, paint }: Screen): string[] {
  const observed = open.filter(({ untold }) => untold === undefined)
  if (observed.length === 0) return []
  const lines = observed.flatMap(({ id, choice }) => labelled('  ', `${id}: ${excerpt(choice, 300)}`, width))
  return [paint('strong', 'Implementation choices of the clients'), ...lines]
}

const CONCLUSIONS: Record<ClientReport['verdict'], [string, Style]> = {
  pass: ['PASS', 'good'],
  fail: ['FAIL', 'bad'],
  inconclusive: ['NO VERDICT', 'doubtful'],
}

const FAULT: [string, Style] = ['FAULT', 'bad']

function conclusion({ verdict, reason, clauses, strict, faults }: ClientReport, { paint }: Screen): string {
  const [word, style] = faults.length > 0 ? FAULT : CONCLUSIONS[verdict]
  const count = (level: string) => clauses.filter((each) => each.verdict === 'fail' && each.level === level).length
  const broken = `${counted(count('must'), 'must clause')} and ${counted(count('should'), 'should clause')} of the client failed`
  const more = count('should') === 0 ? '' : `, ${counted(count('should'), 'warning')}`
  const words =
    verdict === 'fail'
      ? `${broken}${strict ? ' (--strict)' : ''}`
      : (reason ?? `no must clause of the client failed${more}`)
  return `${paint(style, word)}  ${words}`
}
