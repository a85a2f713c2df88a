import { type ClauseId, clause } from '../clauses.ts'
import { type OpenPointId, openPoint } from '../open-points.ts'

export type Citations = { clauses?: readonly ClauseId[]; open?: readonly OpenPointId[] }

type Cited = { description: string; 'x-clauses'?: ClauseId[]; 'x-open'?: OpenPointId[] }

/** Names the clauses and open points of an element: ids for tools, sentences for readers. */
export function cited(lead: string, { clauses = [], open = [] }: Citations = {}): Cited {
  const promised = clauses.map((id) => `- ${clause(id).rule} (${clause(id).level}, \`${id}\`)`)
  const free = open.map((id) => `- ${openPoint(id).question} (\`${id}\`)`)
  const paragraphs = [
    lead,
    ...(promised.length > 0 ? [['Rules:', '', ...promised].join('\n')] : []),
    ...(free.length > 0 ? [['Not specified:', '', ...free].join('\n')] : []),
  ]
  return {
    description: paragraphs.join('\n\n'),
    ...(clauses.length > 0 && { 'x-clauses': [...clauses] }),
    ...(open.length > 0 && { 'x-open': [...open] }),
  }
}

export function schemaNamed(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` }
}
