import { type ClauseId, clause } from '../clauses.ts'
import { type OpenPointId, openPoint } from '../open-points.ts'

export type Citations = { clauses?: readonly ClauseId[]; open?: readonly OpenPointId[] }

type Cited = { description: string; 'x-clauses'?: ClauseId[]; 'x-open'?: OpenPointId[] }

/** Says what an element of the document rests on and what is left free at it: ids for tools, sentences for readers. */
export function cited(lead: string, { clauses = [], open = [] }: Citations = {}): Cited {
  const promised = clauses.map((id) => `- ${clause(id).rule} (${clause(id).level}, \`${id}\`)`)
  const free = open.map((id) => `- ${openPoint(id).question} (\`${id}\`)`)
  const paragraphs = [
    lead,
    ...(promised.length > 0 ? [['Promised:', '', ...promised].join('\n')] : []),
    ...(free.length > 0 ? [['Left to the server:', '', ...free].join('\n')] : []),
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
