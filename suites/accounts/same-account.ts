import { succeeded } from '../../engine/history/reading/reading.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { requestTo } from '../../engine/http/requests.ts'
import type { Job } from '../../engine/jobs/job.ts'
import { type Evidence, experiment } from '../../engine/judge/check.ts'
import { lastWords, undecided } from '../../engine/judge/probes.ts'
import { fail, inconclusive, noCase, pass, type Verdict } from '../../engine/judge/verdict.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import { ANOTHER_ACCOUNT, jobsToLookAt, mostLooks, mostVisits, NO_JOB_ENDED, visitJobs } from './visits.ts'

const siblingOf = ({ key }: Job): KeyName | undefined => (key === 'A' ? 'A2' : key === 'A2' ? 'A' : undefined)

export const sameAccountSharesJobs = experiment({
  id: 'accounts.same-account-shares-jobs',
  clause: 'accounts.same-account-shares-jobs',
  suite: 'accounts',
  title: 'lets another key of the account read a job, from submission until after it has finished',
  needs: ['job', 'same-account-key'],
  max: (input) => ({ requests: mostVisits(input) + 1 }),
  async drive(drive) {
    // Beside the jobs: some answers may be others for a key that has not asked for anything yet.
    await Promise.all([
      drive.good('GET /models', requestTo(drive.target, 'GET /models', { key: 'A2' })),
      visitJobs(drive, { visitorOf: siblingOf, other: ANOTHER_ACCOUNT }, (_, job, visitor) =>
        drive.jobs.poll(job, visitor),
      ),
    ])
  },
  judge: (evidence) => judge(evidence),
})

/** Whatever became of a job in the meantime, it stays its account's. */
export const sameAccountSharesJobsAtTheEnd = experiment({
  id: 'accounts.same-account-shares-jobs/at-the-end',
  clause: 'accounts.same-account-shares-jobs',
  suite: 'accounts',
  title: 'lets another key of the account read a job at the end of the run, long after it has finished',
  needs: ['finished-job', 'same-account-key'],
  from: 'standard',
  stage: 'last',
  max: (input) => ({ requests: mostLooks(input) + 1 }),
  async drive(drive) {
    await drive.good('GET /models', requestTo(drive.target, 'GET /models', { key: 'A2' }))
    for (const job of await jobsToLookAt(drive)) {
      const visitor = siblingOf(job)
      if (visitor) await drive.jobs.poll(job, visitor)
    }
  },
  judge: (evidence) => judge(evidence, NO_JOB_ENDED),
})

/** A refusal counts if the key is good elsewhere. */
function judge({ exchanges, facts }: Evidence, none = 'no job was read by the other key'): Verdict {
  const visits = lastWords(exchanges).filter(
    ({ purpose }) => purpose.owner !== undefined && facts.isKnown(purpose.job!),
  )
  if (visits.length === 0) return noCase(none)
  const doubt = visits.find(undecided)
  const refused = visits.filter((each) => !succeeded(each) && !undecided(each))
  if (refused.length > 0) {
    const good = exchanges.find((each) => each.purpose.part === 'twin' && succeeded(each))
    if (!good) return inconclusive('GATECHECK_SAME_ACCOUNT_KEY cannot read anything else either', [refused[0]!.n])
    const expected = '2xx (unless GATECHECK_SAME_ACCOUNT_KEY is a key of another account)'
    return fail(
      refused.map((each) => ({ expected, received: receivedInWords(each), evidence: [good.n, each.n] })),
      visits.length,
    )
  }
  if (doubt) return inconclusive(undecided(doubt)!, [doubt.n])
  return pass(
    visits.length,
    visits.map(({ n }) => n),
  )
}
