import { experiment, type Suite } from '../../runner/judging/check.ts'
import { FIELDS } from '../../spec/words.ts'
import { CONTRACT, isAcceptedSubmission } from './contract.ts'
import { judgeFindings } from './judge.ts'
import { maySpendJobs, verifyContract } from './verification.ts'

const JOBS = CONTRACT.interactions.filter(isAcceptedSubmission).length

const contractHolds = experiment({
  id: 'pact.contract-of-the-reference-client',
  clause: 'pact.reference-client-is-served',
  suite: 'pact',
  title: 'answers the reference client as its Pact contract says',
  from: 'standard',
  cost({ configuration }) {
    const requests = CONTRACT.interactions.length
    return maySpendJobs(configuration)
      ? { requests, jobs: JOBS, videoSeconds: JOBS * FIELDS.duration.least }
      : { requests: requests - JOBS }
  },
  drive: verifyContract,
  judge: judgeFindings,
})

export const pact: Suite = {
  name: 'pact',
  about:
    "The Pact contract of a client that relies on what the law promises and on nothing else, by Pact's own verifier.",
  startsAProcess: true,
  checks: [contractHolds],
}
