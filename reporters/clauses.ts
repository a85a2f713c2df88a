import { type Check, type Suite, subjectOf } from '../runner/judging/check.ts'
import { needInWords } from '../spec/clause.ts'
import { CLAUSES, type ClauseId, clause, isClauseId } from '../spec/clauses.ts'
import { explanation } from '../spec/explanations.ts'
import { OPEN_POINTS } from '../spec/open-points.ts'
import { wrap } from './terminal/wrapping.ts'

function checksOf(id: string, suites: readonly Suite[]): Check[] {
  return suites.flatMap((suite) => suite.checks).filter((check) => subjectOf(check) === id)
}

/** The same text stands behind each clause in the HTML report. */
function explained(id: ClauseId, width: number): string[] {
  const { checked, violation, cause, remedy } = explanation(id)
  return [
    ['How it is checked', checked],
    ['What a violation looks like', violation],
    ['What usually causes it', cause],
    ['How to mend it', remedy],
  ].flatMap(([title, text]) => [`${title}:`, ...wrap(text!, width - 2).map((line) => `  ${line}`)])
}

export function clauseList(suites: readonly Suite[]): string {
  const idWidth = Math.max(...[...CLAUSES, ...OPEN_POINTS].map(({ id }) => id.length))
  const row = (id: string, level: string, section: string, sentence: string) => {
    const checks = checksOf(id, suites).length
    const count = checks === 0 ? 'no check yet' : `${checks} ${checks === 1 ? 'check' : 'checks'}`
    return `${id.padEnd(idWidth)}  ${level.padEnd(6)}  ${section.padEnd(4)}  ${count}\n    ${sentence}`
  }
  const unchecked = CLAUSES.filter(({ id }) => checksOf(id, suites).length === 0).length
  return [
    ...CLAUSES.map(({ id, level, section, rule }) => row(id, level, section, rule)),
    '',
    'What the specification leaves open (observed, never judged):',
    ...OPEN_POINTS.map(({ id, section, question }) => row(id, 'open', section, question)),
    '',
    `${CLAUSES.length} clauses, ${unchecked} of them without a check in this version; ${OPEN_POINTS.length} open points. "gatecheck clauses ID" tells more.`,
    '',
  ].join('\n')
}

/** `width`: how wide the explanation may be. */
export function oneClause(id: string, suites: readonly Suite[], width = 100): string | undefined {
  const checks = checksOf(id, suites).map((check) => `  ${check.id} (suite ${check.suite}): ${check.title}`)
  const checked = checks.length > 0 ? ['Checked by:', ...checks] : ['This version has no check for it.']
  if (isClauseId(id)) {
    const { level, section, rule, needs = [] } = clause(id)
    const needed = needs.length > 0 ? ['Needs:', ...needs.map((need) => `  ${needInWords(need)}`)] : []
    return [`${id} (${level}, ${section})`, rule, '', ...explained(id, width), '', ...needed, ...checked, ''].join('\n')
  }
  const open = OPEN_POINTS.find((point) => point.id === id)
  if (!open) return undefined
  const observed = checks.length > 0 ? ['Observed by:', ...checks] : ['This version does not observe it.']
  return [`${id} (open, ${open.section})`, open.question, '', ...observed, ''].join('\n')
}
