import type { Configuration } from '../../engine/config/configuration.ts'
import { mostTelling } from '../../engine/history/entry/cause.ts'
import type { Gap, ToolFinding } from '../../engine/history/entry/entries.ts'
import { excerpt, list, receivedInWords } from '../../engine/history/reading/words.ts'
import { type Evidence, experiment, type Suite } from '../../engine/judge/check.ts'
import { fail, inconclusive, pass, skip, type Verdict, type Violation } from '../../engine/judge/verdict.ts'
import { FIELDS } from '../../spec/words.ts'
import {
  CONTRACT,
  isAcceptedSubmission,
  isWithinReach,
  makesAFailingJob,
  maySpendJobs,
  verifyContract,
} from './verification.ts'

/** Each reason once, with the number of interactions. */
const gapsInWords = (gaps: readonly Gap[]) =>
  [...Map.groupBy(gaps, ({ why }) => why)]
    .map(([why, { length }]) => `${length} ${length === 1 ? 'interaction' : 'interactions'} not verified: ${why}`)
    .join('; ')

/** Judges the comparisons by Pact. Unverified interactions are named in the remark and do not change the verdict. */
export function judgeFindings({ findings, gaps, facts }: Evidence): Verdict {
  const doubtOf = ({ doubt, evidence }: ToolFinding) => doubt ?? facts.exchange(evidence.at(-1))?.failure?.message
  const decided = findings.filter((finding) => doubtOf(finding) === undefined)
  const violations = decided.flatMap(({ case: what, expected, mismatches, evidence }): Violation[] => {
    if (mismatches.length === 0) return []
    const exchange = facts.exchange(evidence.at(-1))
    const came = exchange ? receivedInWords(exchange) : 'nothing'
    return [{ case: what, expected, received: `${came}: ${excerpt(list(mismatches), 300)}`, evidence }]
  })
  if (violations.length > 0) return fail(violations, decided.length)
  const seen = decided.flatMap(({ evidence }) => evidence)
  const doubts = findings.flatMap((finding) => {
    const doubt = doubtOf(finding)
    return doubt === undefined ? [] : `${finding.case}: ${doubt}`
  })
  if (doubts.length > 0) return inconclusive(list(doubts), seen)
  if (decided.length === 0)
    return skip(
      gapsInWords(gaps) || 'the contract has no interaction to verify',
      mostTelling(gaps.map(({ cause }) => cause)),
    )
  return pass(decided.length, seen, gapsInWords(gaps))
}

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
