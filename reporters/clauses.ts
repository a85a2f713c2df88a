import { type Check, type Suite, subjectOf } from '../engine/judge/check.ts'
import { checksOf, groupOf, type Meant, meantBy } from '../engine/judge/names.ts'
import { needInWords } from '../spec/clause.ts'
import { CLAUSES, type ClauseId, clause, isClauseId } from '../spec/clauses.ts'
import { OPEN_POINTS, type OpenPointId } from '../spec/open-points.ts'
import { wrap } from './terminal/wrapping.ts'
import { counted } from './words/counted.ts'

const checksAbout = (id: string, suites: readonly Suite[]): Check[] =>
  checksOf(suites).filter((check) => subjectOf(check) === id)

/** The HTML report has the same text for each clause. */
function explained(id: ClauseId, width: number): string[] {
  const { checked, violation, cause, remedy } = clause(id).explanation
  return [
    ['How it is checked', checked],
    ['What a violation looks like', violation],
    ['What usually causes it', cause],
    ['How to fix it', remedy],
  ].flatMap(([title, text]) => [`${title}:`, ...wrap(text!, width - 2).map((line) => `  ${line}`)])
}

type Row = { id: string; level: string; section: string; sentence: string }

const clauseRow = ({ id, level, section, rule }: (typeof CLAUSES)[number]): Row => ({
  id,
  level,
  section,
  sentence: rule,
})
const openRow = ({ id, section, question }: (typeof OPEN_POINTS)[number]): Row => ({
  id,
  level: 'open',
  section,
  sentence: question,
})

function rows(all: readonly Row[], suites: readonly Suite[]): string[] {
  const idWidth = Math.max(...all.map(({ id }) => id.length))
  return all.map(({ id, level, section, sentence }) => {
    const checks = checksAbout(id, suites).length
    const count = checks === 0 ? 'no check' : counted(checks, 'check')
    return `${id.padEnd(idWidth)}  ${level.padEnd(6)}  ${section.padEnd(4)}  ${count}\n    ${sentence}`
  })
}

export function clauseList(suites: readonly Suite[]): string {
  const unchecked = CLAUSES.filter(({ id }) => checksAbout(id, suites).length === 0).length
  const all = rows([...CLAUSES.map(clauseRow), ...OPEN_POINTS.map(openRow)], suites)
  return [
    ...all.slice(0, CLAUSES.length),
    '',
    'Open points (observed, never judged):',
    ...all.slice(CLAUSES.length),
    '',
    `${CLAUSES.length} clauses (${unchecked} without a check in this version), ${OPEN_POINTS.length} open points. "npx gatecheck clauses ID" explains a clause, group, suite or check.`,
    '',
  ].join('\n')
}

/** Explains a clause, open point, check, group or suite; undefined if the name is unknown. */
export function clausesNamed(name: string, suites: readonly Suite[], width = 100): string | undefined {
  const meant = meantBy(name, suites)
  const subject = meant.clause ?? meant.openPoint
  const parts = [
    ...(subject ? [oneClause(subject, suites, width)] : []),
    ...(meant.check && subjectOf(meant.check) !== subject ? [oneCheck(meant.check, suites, width)] : []),
    ...(meant.group ? [oneGroup(name, meant.group, suites)] : []),
    ...(meant.suite ? [oneSuite(meant.suite, meant.group !== undefined)] : []),
  ]
  return parts.length === 0 ? undefined : `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function oneClause(id: ClauseId | OpenPointId, suites: readonly Suite[], width: number): string[] {
  const checks = checksAbout(id, suites).map((check) => `  ${check.id} (suite ${check.suite}): ${check.title}`)
  const checked = checks.length > 0 ? ['Checked by:', ...checks] : ['This version has no check for it.']
  if (isClauseId(id)) {
    const { level, section, rule, needs = [] } = clause(id)
    const needed = needs.length > 0 ? ['Needs:', ...needs.map((need) => `  ${needInWords(need)}`)] : []
    return [`${id} (${level}, ${section})`, rule, '', ...explained(id, width), '', ...needed, ...checked]
  }
  const { section, question } = OPEN_POINTS.find((point) => point.id === id)!
  const observed = checks.length > 0 ? ['Observed by:', ...checks] : ['This version does not observe it.']
  return [`${id} (open, ${section})`, question, '', ...observed]
}

function oneCheck(check: Check, suites: readonly Suite[], width: number): string[] {
  const what = check.kind === 'observation' ? 'observes an open point' : 'checks a clause'
  return [
    `${check.id} (suite ${check.suite}) ${what}: ${check.title}.`,
    '',
    ...oneClause(subjectOf(check), suites, width),
  ]
}

function oneGroup(name: string, { clauses, openPoints }: NonNullable<Meant['group']>, suites: readonly Suite[]) {
  const all = [...CLAUSES.map(clauseRow), ...OPEN_POINTS.map(openRow)].filter(({ id }) => groupOf(id) === name)
  const held = [
    ...(clauses.length > 0 ? [counted(clauses.length, 'clause')] : []),
    ...(openPoints.length > 0 ? [counted(openPoints.length, 'open point')] : []),
  ]
  return [`The group ${name}: ${held.join(' and ')}.`, '', ...rows(all, suites)]
}

function oneSuite({ name, about, checks }: Suite, isGroup: boolean): string[] {
  const bySubject = [...Map.groupBy(checks, subjectOf)]
  const only = isGroup ? ` "--only ${name}" selects these; "--only '${name}.*'" selects the whole group.` : ''
  return [
    `The suite ${name} (${counted(checks.length, 'check')}): ${about}${only}`,
    '',
    ...bySubject.flatMap(([subject, own]) => [
      `${subject} (${isClauseId(subject) ? `${clause(subject).level}, ${clause(subject).section}` : 'open'})`,
      ...own.map(({ id, title }) => `    ${id}: ${title}`),
    ]),
  ]
}
