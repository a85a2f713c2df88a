import type { Level } from '../../spec/clause.ts'
import type { ClauseReport, Report } from '../outcome/report.ts'
import { gravityOf } from '../outcome/waivers.ts'

const COLUMNS = ['passed', 'failed', 'warning', 'waived', 'inconclusive', 'not tested'] as const
type Column = (typeof COLUMNS)[number]

const COLUMN_OF = { pass: 'passed', inconclusive: 'inconclusive', skip: 'not tested' } as const

export function counts(report: Report): string {
  const row = (level: Level) => {
    const own = report.clauses.filter((clause) => clause.level === level).map((clause) => columnOf(clause, report))
    return [level, ...COLUMNS.map((column) => String(own.filter((each) => each === column).length))]
  }
  return [['clauses', ...COLUMNS], ['---', ...COLUMNS.map(() => '--:')], row('must'), row('should')]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

export function columnOf(clause: ClauseReport, report: Report): Column {
  if (clause.verdict !== 'fail') return COLUMN_OF[clause.verdict]
  const gravity = gravityOf(clause, report)
  return gravity === 'broken' ? 'failed' : gravity
}
