import type { Suite } from '../../engine/judge/check.ts'
import { hiddenIdIsNoJob, nearIdIsNoJob, unknownId } from './ids.ts'
import { foreignAndUnknownLookAlike } from './look-alike.ts'
import {
  foreignOnAKeptConnection,
  otherAccountSees404,
  otherAccountSees404AtTheEnd,
  otherMethodsOfForeignJobs,
  sameAccountSharesJobs,
  sameAccountSharesJobsAtTheEnd,
} from './reading.ts'
import { shownToNobodyElse } from './shown-to-others.ts'

export const accounts: Suite = {
  name: 'accounts',
  about:
    'Job ownership (§2, §4, §5): every key of the account can read a job, other accounts cannot, and no wrong id returns it.',
  checks: [
    otherAccountSees404,
    sameAccountSharesJobs,
    unknownId,
    nearIdIsNoJob,
    foreignAndUnknownLookAlike,
    hiddenIdIsNoJob,
    foreignOnAKeptConnection,
    shownToNobodyElse,
    ...otherMethodsOfForeignJobs,
    otherAccountSees404AtTheEnd,
    sameAccountSharesJobsAtTheEnd,
  ],
}
