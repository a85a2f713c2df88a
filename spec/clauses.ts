import type { ClauseData } from './clause.ts'
import { accounts } from './clauses/accounts.ts'
import { answers } from './clauses/answers.ts'
import { authorization } from './clauses/authorization.ts'
import { capacity } from './clauses/capacity.ts'
import { jobs } from './clauses/jobs.ts'
import { media } from './clauses/media.ts'
import { pact } from './clauses/pact.ts'
import { paths } from './clauses/paths.ts'
import { readings } from './clauses/readings.ts'
import { submissionAccepted } from './clauses/submission-accepted.ts'
import { submissionRefused } from './clauses/submission-refused.ts'
import { submissionShould } from './clauses/submission-should.ts'

/** All clauses, in reading order. */
export const CLAUSES = [
  ...authorization,
  ...paths,
  ...submissionAccepted,
  ...submissionRefused,
  ...submissionShould,
  ...jobs,
  ...accounts,
  ...readings,
  ...capacity,
  ...answers,
  ...media,
  ...pact,
] as const

export type ClauseId = (typeof CLAUSES)[number]['id']
export type Clause = ClauseData & { id: ClauseId }

const byId = new Map<string, Clause>(CLAUSES.map((clause) => [clause.id, clause]))

export function clause(id: ClauseId): Clause {
  return byId.get(id)!
}

export function isClauseId(id: string): id is ClauseId {
  return byId.has(id)
}
