import type { ClientClauseData } from '../clause.ts'
import { capacity } from './clauses/capacity.ts'
import { key } from './clauses/key.ts'
import { paths } from './clauses/paths.ts'
import { polling } from './clauses/polling.ts'
import { result } from './clauses/result.ts'
import { submission } from './clauses/submission.ts'

/** The clauses for clients, in reading order. Counted and listed apart from those for servers. */
export const CLIENT_CLAUSES = [...key, ...paths, ...submission, ...polling, ...capacity, ...result] as const

export type ClientClauseId = (typeof CLIENT_CLAUSES)[number]['id']
export type ClientClause = ClientClauseData & { id: ClientClauseId }

const byId = new Map<string, ClientClause>(CLIENT_CLAUSES.map((clause) => [clause.id, clause]))

export function clientClause(id: ClientClauseId): ClientClause {
  return byId.get(id)!
}

export function isClientClauseId(id: string): id is ClientClauseId {
  return byId.has(id)
}
