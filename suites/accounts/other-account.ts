import type { Experiment } from '../../runner/check.ts'
import type { Drive, Twin } from '../../runner/drive.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { answeredWith, judgeProbes } from '../../runner/probes.ts'
import { statusOf } from '../../runner/reading.ts'
import { requestTo } from '../../runner/requests.ts'
import { ERROR_CODES } from '../../spec/words.ts'
import { mostVisits, visitJobs } from './visits.ts'

const NOT_FOUND = ERROR_CODES.not_found

/** What shows that the visitor's key works at all. */
async function twinOf(drive: Drive, key: KeyName): Promise<Twin> {
  const request = requestTo(drive.target, 'GET /models', { key })
  return { request, exchange: await drive.goodRequest('GET /models', request) }
}

export const otherAccountSees404: Experiment = {
  id: 'accounts.foreign-job-is-404',
  clause: 'accounts.other-account-sees-404',
  suite: 'accounts',
  title: "answers 404 to another account's key, from the first moment of a job to after its end",
  needs: ['job', 'other-account-key'],
  cost: ({ configuration: { profile } }) => ({
    requests: mostVisits(profile) + 4,
    ...(profile === 'full' && { jobs: 1, videoSeconds: 1 }),
  }),
  async drive(drive) {
    const twins: Partial<Record<KeyName, Promise<Twin>>> = {}
    const twin = (key: KeyName) => {
      twins[key] ??= twinOf(drive, key)
      return twins[key]
    }
    const visited = visitJobs(drive, otherAccountOf, async (what, job, visitor) => {
      const request = requestTo(drive.target, 'GET /videos/{id}', { key: visitor, id: job.id })
      const probe = await drive.probe(`${what}, read by account ${visitor}`, await twin(visitor), request)
      if (statusOf(probe) !== NOT_FOUND) await drive.control(await twin(visitor))
      return probe
    })
    if (drive.configuration.profile === 'full') await submitAsOther(drive)
    await visited
  },
  judge: (evidence) =>
    judgeProbes(evidence, {
      expected: `${NOT_FOUND} (unless GATECHECK_OTHER_ACCOUNT_KEY is a key of the same account)`,
      holds: answeredWith(NOT_FOUND),
    }),
}

/** The other account's job is as closed to this one as this one's is to it. */
async function submitAsOther(drive: Drive): Promise<void> {
  const { request } = await drive.twin('POST /videos')
  await drive.submit(request.body ?? '', { key: 'B', purpose: { case: "the other account's own job" } })
}

const otherAccountOf = ({ key }: { key: KeyName }): KeyName => (key === 'B' ? 'A' : 'B')
