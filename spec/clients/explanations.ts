import type { ClientExplanation } from './clause.ts'
import type { ClientClauseId } from './clauses.ts'
import { capacity } from './explanations/capacity.ts'
import { key } from './explanations/key.ts'
import { paths } from './explanations/paths.ts'
import { polling } from './explanations/polling.ts'
import { result } from './explanations/result.ts'
import { submission } from './explanations/submission.ts'

/** For client developers who meet a clause for the first time. */
const CLIENT_EXPLANATIONS: Record<ClientClauseId, ClientExplanation> = {
  ...key,
  ...paths,
  ...submission,
  ...polling,
  ...capacity,
  ...result,
}

export const clientExplanation = (id: ClientClauseId): ClientExplanation => CLIENT_EXPLANATIONS[id]
