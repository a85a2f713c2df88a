import { allOf, type Cause, causesOf, GRAVITIES, gravest } from '../causes/causes.ts'
import { commandWithin } from '../causes/detail-lines.ts'
import { detailsOf, furtherInWords } from '../causes/details.ts'
import { obstaclesOf } from '../causes/obstacles.ts'
import type { ClauseReport } from '../outcome/report.ts'
import type { RunRecord } from '../reporter.ts'
import { counted } from '../words/counted.ts'
import { code, fenced, prose } from './verbatim.ts'

const MOST_SHOWN = 10
const LONGEST_COMMAND = 2000

const WORDS = { broken: 'failed', warning: 'warning', waived: 'waived' } as const

/** What keeps clauses from a verdict. */
export function obstacles(record: RunRecord): string[] {
  return obstaclesOf(record).map(({ title, expected, received, fix, shown, command, blocked }) =>
    [
      `### ${prose(title)}`,
      `${counted(blocked.length, 'clause')} without a verdict until this is fixed.`,
      `Expected:\n\n${fenced(expected)}`,
      `Received (exchange ${shown}):\n\n${fenced(received)}`,
      `Fix: ${prose(fix)}`,
      `Reproduce:\n\n${fenced(command, 'sh')}`,
    ].join('\n\n'),
  )
}

/** Each cause with expected and received values, fix, and command. */
export function causes(record: RunRecord): string[] {
  const found = causesOf(record)
  if (found.length === 0) return []
  const rest = found.slice(MOST_SHOWN)
  return [
    '### Failures',
    ...found.slice(0, MOST_SHOWN).map((cause, index) => shown(cause, index + 1, record)),
    ...(rest.length === 0 ? [] : [`${counted(rest.length, 'more cause')}:\n\n${rest.map(inALine).join('\n')}`]),
  ]
}

const inALine = (cause: Cause) =>
  `- ${cause.title === undefined ? '' : `${prose(cause.title)}: `}${named(allOf(cause))}`

function shown(cause: Cause, number: number, record: RunRecord): string {
  const { clause, others, title, hint, fix, blocked, after } = cause
  const details = detailsOf(clause, record, after)
  const command = commandWithin(details, LONGEST_COMMAND)
  const state = WORDS[GRAVITIES[gravest(cause, record.report)]!]
  const { level, section, rule } = clause
  return [
    `#### ${number}. ${title === undefined ? `${code(clause.id)} (${level}, ${section})` : prose(title)}: ${state}`,
    ...(title === undefined ? [prose(rule)] : [`Fails ${named(allOf(cause))}.`]),
    ...(clause.waived === undefined ? [] : [`Waived: ${prose(clause.waived)}`]),
    ...(details.case === undefined ? [] : [`Case: ${prose(details.case)}`]),
    `Expected:\n\n${fenced(details.expected)}`,
    `Received (${details.exchanges === '' ? 'no exchange' : `exchanges ${details.exchanges}`}):\n\n${fenced(details.received)}`,
    ...(details.further.count > 0 && title === undefined ? [`Also ${prose(furtherInWords(details.further))}`] : []),
    ...(details.reproduced === undefined ? [] : [`Reproduced: ${prose(details.reproduced)}`]),
    ...(hint === undefined ? [] : [`Likely cause: ${prose(hint)}`]),
    `Fix: ${prose(fix)}`,
    ...(command === undefined ? [] : [`Reproduce:\n\n${fenced(command.text, 'sh')}`]),
    ...(others.length === 0 || title !== undefined ? [] : [`The same probes also fail ${named(others)}.`]),
    ...(blocked.length === 0 ? [] : [`${counted(blocked.length, 'more clause')} without a verdict until then.`]),
  ].join('\n\n')
}

const named = (clauses: readonly ClauseReport[]) => clauses.map(({ id }) => code(id)).join(', ')
