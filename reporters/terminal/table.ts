import { type ClauseReport, NO_CHECK } from '../../runner/report.ts'
import { gravityOf } from '../../runner/waivers.ts'
import { excerpt } from '../../runner/words.ts'
import { counted } from '../counted.ts'
import type { Style } from './paint.ts'
import type { Screen } from './screen.ts'
import { cut } from './wrapping.ts'

export const isUnchecked = (clause: ClauseReport) => clause.verdict === 'skip' && clause.reason === NO_CHECK

const MARKS: Record<
  'pass' | 'fail' | 'warn' | 'waived' | 'inconclusive' | 'skip',
  { mark: string; style: Style; words: string }
> = {
  pass: { mark: '✔', style: 'good', words: 'hold' },
  fail: { mark: '✘', style: 'bad', words: 'broken' },
  warn: { mark: '!', style: 'doubtful', words: 'broken' },
  waived: { mark: '~', style: 'doubtful', words: 'broken, but waived' },
  inconclusive: { mark: '?', style: 'doubtful', words: 'inconclusive' },
  skip: { mark: '–', style: 'faint', words: 'not tried' },
}

/** A line for each clause, by subject. What needs only one line, because nothing in it differs, takes no more. */
export function table(screen: Screen): string[] {
  const { clauses } = screen.report
  const judgeable = clauses.filter((clause) => !isUnchecked(clause))
  const subjects = Map.groupBy(judgeable, (clause) => clause.id.slice(0, clause.id.indexOf('.')))
  const lines = [...subjects].flatMap(([subject, group]) => subjectLines(subject, group, screen))
  const unchecked = clauses.length - judgeable.length
  if (unchecked === 0) return lines
  const note = `– ${counted(unchecked, 'further clause has', 'further clauses have')} no check in this version`
  return [...lines, screen.paint('faint', cut(note, screen.width))]
}

function subjectLines(subject: string, group: ClauseReport[], screen: Screen): string[] {
  const [first] = group
  const alike =
    first && group.every((each) => markOf(each, screen) === markOf(first, screen) && each.reason === first.reason)
  if (alike && first.verdict !== 'fail') {
    const { words } = markOf(first, screen)
    const hold = group.length === 1 && words === 'hold' ? 'holds' : words
    const reason = first.reason === undefined ? '' : `: ${excerpt(first.reason)}`
    return [line(`${subject}  ${counted(group.length, 'clause')} ${hold}${reason}`, first, screen)]
  }
  const idWidth = Math.max(...group.map((clause) => clause.id.length))
  return [screen.paint('strong', subject), ...group.map((clause) => row(clause, idWidth, screen))]
}

function row(clause: ClauseReport, idWidth: number, screen: Screen): string {
  const said = clause.verdict === 'inconclusive' || clause.verdict === 'skip' ? (clause.reason ?? '') : clause.rule
  return `  ${line(`${clause.id.padEnd(idWidth)}  ${clause.section.padEnd(5)}  ${excerpt(said)}`, clause, screen)}`
}

function line(text: string, clause: ClauseReport, screen: Screen): string {
  const { mark, style } = markOf(clause, screen)
  return `${screen.paint(style, mark)} ${cut(text, screen.width - 4)}`
}

function markOf(clause: ClauseReport, { report }: Screen) {
  if (clause.verdict !== 'fail') return MARKS[clause.verdict]
  return MARKS[({ broken: 'fail', warning: 'warn', waived: 'waived' } as const)[gravityOf(clause, report)]]
}
