import type { Explanation } from './clause.ts'
import type { ClauseId } from './clauses.ts'
import { accounts } from './explanations/accounts.ts'
import { answers } from './explanations/answers.ts'
import { authorization } from './explanations/authorization.ts'
import { capacity } from './explanations/capacity.ts'
import { jobs } from './explanations/jobs.ts'
import { media } from './explanations/media.ts'
import { pact } from './explanations/pact.ts'
import { paths } from './explanations/paths.ts'
import { readings } from './explanations/readings.ts'
import { submission } from './explanations/submission.ts'

/** For readers who meet a clause for the first time, most likely because it failed. */
const EXPLANATIONS: Record<ClauseId, Explanation> = {
  ...authorization,
  ...paths,
  ...submission,
  ...jobs,
  ...accounts,
  ...readings,
  ...capacity,
  ...answers,
  ...media,
  ...pact,
}

export function explanation(id: ClauseId): Explanation {
  return EXPLANATIONS[id]
}
