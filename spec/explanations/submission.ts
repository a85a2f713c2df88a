import type { Explanation } from '../clause.ts'
import type { submission as clauses } from '../clauses/submission.ts'
import { submissionAccepted } from './submission-accepted.ts'
import { submissionAnswered } from './submission-answered.ts'
import { submissionBounds } from './submission-bounds.ts'
import { submissionRefused } from './submission-refused.ts'

export const submission: Record<(typeof clauses)[number]['id'], Explanation> = {
  ...submissionAnswered,
  ...submissionAccepted,
  ...submissionBounds,
  ...submissionRefused,
}
