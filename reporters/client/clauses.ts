import { CLIENT_CLAUSES, type ClientClauseId, clientClause, isClientClauseId } from '../../spec/clients/clauses.ts'
import { CLIENT_OPEN_POINTS } from '../../spec/clients/open-points.ts'
import { wrap } from '../terminal/wrapping.ts'

/** The part of each id before its dot. */
const CLIENT_GROUP = 'client'

/** Names of all clauses and open points for clients. */
export const clientNames = (): string[] => [
  CLIENT_GROUP,
  ...[...CLIENT_CLAUSES, ...CLIENT_OPEN_POINTS].map(({ id }) => id),
]

function rows(all: readonly { id: string; level: string; section: string; sentence: string }[]): string[] {
  const width = Math.max(...all.map(({ id }) => id.length))
  return all.map(
    ({ id, level, section, sentence }) => `${id.padEnd(width)}  ${level.padEnd(6)}  ${section}\n    ${sentence}`,
  )
}

/** The list of clauses and open points for clients, separate from the server's. */
export function clientClauseList(): string {
  const clauses = rows(CLIENT_CLAUSES.map(({ rule, ...each }) => ({ ...each, sentence: rule })))
  const open = rows(CLIENT_OPEN_POINTS.map(({ question, ...each }) => ({ ...each, level: 'open', sentence: question })))
  return [
    ...clauses,
    '',
    'Open points for clients (observed, never judged):',
    ...open,
    '',
    `${CLIENT_CLAUSES.length} client clauses, ${CLIENT_OPEN_POINTS.length} open points. "npx gatecheck clauses ID" explains one.`,
    '',
  ].join('\n')
}

/** The end of the list of clauses for servers. */
export const aboutClientClauses = (): string =>
  `"npx gatecheck clauses --clients" lists the ${CLIENT_CLAUSES.length} clauses for clients.\n`

/** One client clause with its explanation and fix; undefined for an unknown name. */
export function clientClausesNamed(name: string, width: number): string | undefined {
  if (name === CLIENT_GROUP) return clientClauseList()
  if (isClientClauseId(name)) return `${explained(name, width).join('\n')}\n`
  const point = CLIENT_OPEN_POINTS.find(({ id }) => id === name)
  if (!point) return undefined
  const { id, section, question } = point
  return `${id} (open point for clients, ${section})\n${question}\n\ngatecheck observes and reports what clients do here, and never judges it.\n`
}

const LANGUAGES = { typescript: 'TypeScript', python: 'Python', go: 'Go', curl: 'curl' } as const

function explained(id: ClientClauseId, width: number): string[] {
  const { level, section, rule, explanation } = clientClause(id)
  const { judged, harm, remedy, code } = explanation
  const texts = [
    ['How it is judged', judged],
    ['What goes wrong', harm],
    ['How to fix it', remedy],
  ].flatMap(([title, text]) => [`${title}:`, ...wrap(text!, width - 2).map((line) => `  ${line}`)])
  // Not wrapped, so that it can be copied.
  const lines = Object.entries(code).flatMap(([language, text]) => [
    `In ${LANGUAGES[language as keyof typeof LANGUAGES]}:`,
    ...text.split('\n').map((line) => `  ${line}`),
  ])
  return [`${id} (client clause: ${level}, ${section})`, ...wrap(rule, width), '', ...texts, ...lines]
}
