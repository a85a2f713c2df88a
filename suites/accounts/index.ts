import type { Suite } from '../../engine/judge/check.ts'
import { hiddenIdIsNoJob } from './hidden-ids.ts'
import { foreignOnAKeptConnection } from './kept-connection.ts'
import { foreignAndUnknownLookAlike } from './look-alike.ts'
import { otherAccountSees404, otherAccountSees404AtTheEnd } from './other-account.ts'
import { otherMethodsOfForeignJobs } from './other-methods.ts'
import { sameAccountSharesJobs, sameAccountSharesJobsAtTheEnd } from './same-account.ts'
import { shownToNobodyElse } from './shown-to-others.ts'
import { nearIdIsNoJob, unknownId } from './unknown-ids.ts'

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
