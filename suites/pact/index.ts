import type { Configuration } from '../../engine/config/configuration.ts'
import { experiment, type Suite } from '../../engine/judge/check.ts'
import { FIELDS } from '../../spec/words.ts'
import { CONTRACT, isAcceptedSubmission } from './contract.ts'
import { judgeFindings } from './judge.ts'
import { isWithinReach, makesAFailingJob } from './states.ts'
import { maySpendJobs, verifyContract } from './verification.ts'

const SUBMISSIONS = CONTRACT.interactions.filter(isAcceptedSubmission)
const JOBS = SUBMISSIONS.length

const accepted = (configuration: Configuration) =>
  SUBMISSIONS.filter((interaction) => isWithinReach(interaction, configuration)).length

const contractHolds = experiment({
  id: 'pact.reference-client-is-served',
  clause: 'pact.reference-client-is-served',
  suite: 'pact',
  title: 'fulfils the Pact contract of the reference client',
  from: 'standard',
  max({ configuration }) {
    const requests = CONTRACT.interactions.length
    if (!maySpendJobs(configuration)) return { requests: requests - JOBS }
    const failing = makesAFailingJob(configuration) ? 1 : 0
    const jobs = accepted(configuration) + failing
    return { requests: requests + failing, jobs, videoSeconds: jobs * FIELDS.duration.least, kind: 'plain' }
  },
  drive: verifyContract,
  judge: judgeFindings,
})

export const pact: Suite = {
  name: 'pact',
  about: "The Pact contract of a client that relies only on the specification, run by Pact's own verifier.",
  startsAProcess: true,
  checks: [contractHolds],
}
