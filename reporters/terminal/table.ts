import { excerpt } from '../../engine/history/reading/words.ts'
import type { ClauseReport } from '../outcome/report.ts'
import { counted } from '../words/counted.ts'
import { isUnchecked, standingOf } from '../words/standings.ts'
import { STYLE_OF } from './paint.ts'
import type { Screen } from './screen.ts'
import { subjectOfClause } from './subject.ts'
import { cut } from './wrapping.ts'

/** A line for each clause, by subject; subjects with equal results take one line. */
export function table(screen: Screen): string[] {
  const { clauses } = screen.report
  const judgeable = clauses.filter((clause) => !isUnchecked(clause))
  const subjects = Map.groupBy(judgeable, subjectOfClause)
  const lines = [...subjects].flatMap(([subject, group]) => subjectLines(subject, group, screen))
  const unchecked = clauses.length - judgeable.length
  if (unchecked === 0) return lines
  const note = `– ${counted(unchecked, 'clause has', 'clauses have')} no check in this version`
  return [...lines, screen.paint('faint', cut(note, screen.width))]
}

function subjectLines(subject: string, group: ClauseReport[], screen: Screen): string[] {
  const [first] = group
  const mark = (clause: ClauseReport) => standingOf(clause, screen.report)
  const alike = first && group.every((each) => mark(each) === mark(first) && each.reason === first.reason)
  if (alike && first.verdict !== 'fail') {
    const { word, words } = mark(first)
    const reason = first.reason === undefined ? '' : `: ${excerpt(first.reason)}`
    const said = `${counted(group.length, 'clause')} ${group.length === 1 ? word : words}${reason}`
    return [line(`${subject}  ${said}`, first, screen)]
  }
  const idWidth = Math.max(...group.map((clause) => clause.id.length))
  return [screen.paint('strong', subject), ...group.map((clause) => row(clause, idWidth, screen))]
}

function row(clause: ClauseReport, idWidth: number, screen: Screen): string {
  const said = clause.verdict === 'inconclusive' || clause.verdict === 'skip' ? (clause.reason ?? '') : clause.rule
  return `  ${line(`${clause.id.padEnd(idWidth)}  ${clause.section.padEnd(5)}  ${excerpt(said)}`, clause, screen)}`
}

function line(text: string, clause: ClauseReport, screen: Screen): string {
  const { sign, tone } = standingOf(clause, screen.report)
  return `${screen.paint(STYLE_OF[tone], sign)} ${cut(text, screen.width - 4)}`
}
