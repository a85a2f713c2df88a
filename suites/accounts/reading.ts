import { idAt } from '../../engine/discovery/dialect/job-id.ts'
import type { Gap } from '../../engine/history/entry/entries.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { fieldsSent, jsonOf, recordOf, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { requestTo } from '../../engine/http/requests.ts'
import type { Job } from '../../engine/jobs/job.ts'
import { type Evidence, type Experiment, experiment } from '../../engine/judge/check.ts'
import { isNotFound } from '../../engine/judge/expectations.ts'
import { judgeProbes, lastWords, undecided } from '../../engine/judge/probes.ts'
import { fail, inconclusive, noCase, pass, type Verdict } from '../../engine/judge/verdict.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Control } from '../../engine/run/controls.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { NotTested } from '../../engine/run/not-tested.ts'
import { FIELDS } from '../../spec/words.ts'
import { probing } from '../every-endpoint.ts'
import { chanceOfAJob, IMPLAUSIBLE } from '../inputs/ids.ts'
import { isFinal, isJob } from '../lifecycle/polls.ts'
import { type Asking, otherMethods } from '../other-methods.ts'
import { ANOTHER_ACCOUNT, ANOTHER_KEY, jobsToLookAt, mostLooks, mostVisits, NO_JOB_ENDED, visitJobs } from './visits.ts'

/** One submitted here, and one with an alias of its list. */
const JOBS_OF_THE_OTHER = 2

/** A control request for the visitor's key. */
async function twinOf(drive: Driver, key: KeyName): Promise<Control> {
  const request = requestTo(drive.target, 'GET /models', { key })
  return { request, exchange: await drive.good('GET /models', request) }
}

export const otherAccountSees404 = experiment({
  id: 'accounts.other-account-sees-404',
  clause: 'accounts.other-account-sees-404',
  suite: 'accounts',
  title: "returns 404 to another account's key, from submission until after the job has finished",
  needs: ['job', 'other-account-key'],
  priority: 0,
  visits: true,
  max(input) {
    const jobs = input.configuration.profile === 'full' ? 1 : 0
    // The other account's jobs are read as well.
    return {
      requests: mostVisits(input, jobs * JOBS_OF_THE_OTHER) + 2 + jobs,
      jobs,
      videoSeconds: jobs * FIELDS.duration.default,
      kind: 'plain',
    }
  },
  async drive(drive) {
    const readAsOther = readingAsOther(drive)
    const visited = visitJobs(drive, { visitorOf: otherAccountOf, other: ANOTHER_KEY }, readAsOther)
    const submitted = drive.configuration.profile === 'full' ? submitAsOther(drive) : undefined
    await Promise.all([visited, submitted])
  },
  judge: (evidence) => judgeVisits(evidence),
})

/** A finished job still belongs to its account. */
export const otherAccountSees404AtTheEnd = experiment({
  id: 'accounts.other-account-sees-404/at-the-end',
  clause: 'accounts.other-account-sees-404',
  suite: 'accounts',
  title: "still returns 404 to another account's key at the end of the run, long after the job has finished",
  needs: ['finished-job', 'other-account-key'],
  from: 'standard',
  stage: 'last',
  max: (input) => ({ requests: mostLooks(input) + 2 }),
  async drive(drive) {
    const readAsOther = readingAsOther(drive)
    for (const job of await jobsToLookAt(drive))
      await readAsOther('a job at the end of the run', job, otherAccountOf(job))
  },
  judge: (evidence) => judgeVisits(evidence, NO_JOB_ENDED),
})

function readingAsOther(drive: Driver) {
  const twins: Partial<Record<KeyName, Promise<Control>>> = {}
  const control = (key: KeyName) => {
    twins[key] ??= twinOf(drive, key)
    return twins[key]
  }
  return async (what: string, job: Job, visitor: KeyName) => {
    const request = requestTo(drive.target, 'GET /videos/{id}', { key: visitor, id: job.id })
    const probe = await drive.probe(`${what}, read by account ${visitor}`, await control(visitor), request, {
      foreign: job,
    })
    if (!isNotFound.holds(probe)) await drive.repeatControl(await control(visitor))
    return probe
  }
}

function judgeVisits(evidence: Evidence, none = 'the run had no job that another account could read'): Verdict {
  const gaps: Gap[] = []
  const exchanges = evidence.exchanges.filter((each) => {
    if (!mayBeTheVisitorsOwn(each, evidence)) return true
    const { by, case: what = '' } = each.purpose
    gaps.push({ kind: 'gap', by, case: what, why: 'it may be a job of this account with the same id' })
    return false
  })
  return judgeProbes(
    { ...evidence, exchanges, gaps: [...evidence.gaps, ...gaps] },
    {
      expected: `${isNotFound.expected} (unless GATECHECK_OTHER_ACCOUNT_KEY is a key of the same account)`,
      holds: isNotFound.holds,
    },
    none,
  )
}

/**
 * Accounts may count jobs from one. Then the visitor may own a job with the same id: it is returned at every visit,
 * finishes at another time, and has another video.
 */
function mayBeTheVisitorsOwn(probe: Exchange, { exchanges, facts }: Evidence): boolean {
  const { foreign } = probe.purpose
  const submission = foreign === undefined ? undefined : facts.exchange(foreign)
  const visitor = keyOf(probe.request)
  if (!submission || !visitor || !isJob(probe)) return false
  const id = idAt(jsonOf(submission)?.value, facts.dialect.idWay ?? [])
  if (id === undefined || facts.isOwn(visitor, id)) return id !== undefined
  if (chanceOfAJob(id, facts.ids()) < IMPLAUSIBLE) return false
  const visits = lastWords(exchanges).filter((each) => each.purpose.foreign === foreign && !undecided(each))
  if (!visits.every(isJob)) return false
  const ends = visits.map((each) => isFinal(recordOf(each)?.status))
  if (new Set(ends).size > 1) return false
  const video = placeOf(facts.endOf(submission.n))
  return video === undefined || visits.every((each) => placeOf(each) !== video)
}

/** The place of a job's video without its query, since signatures may change with each read. */
function placeOf(poll: Exchange | undefined): string | undefined {
  const url = poll && recordOf(poll)?.url
  return typeof url === 'string' ? url.split('?')[0] : undefined
}

/** A job of the other account, which the first account must not read. */
async function submitAsOther(drive: Driver): Promise<void> {
  const what = "the other account's own job"
  try {
    const { request } = await drive.control('POST /videos')
    const { model, prompt } = fieldsSent(request)
    const submit = (text: string) => drive.jobs.submit(text, { key: 'B', purpose: { case: what } })
    const isTooLong = FIELDS.duration.default > (drive.configuration.maxDuration ?? FIELDS.duration.most)
    if (isTooLong || prompt === undefined) return void (await submit(request.body ?? ''))
    // The first submission of this account is the plainest; a server that refuses it may accept a fuller one.
    const plainest = JSON.stringify({ model, prompt })
    if (succeeded((await submit(plainest)).exchange)) return
    await submit(request.body ?? '')
    await submit(plainest)
  } catch (error) {
    // The other jobs still count.
    if (!(error instanceof NotTested)) throw error
    drive.gap(what, error)
  }
}

const otherAccountOf = ({ key }: { key: KeyName }): KeyName => (key === 'B' ? 'A' : 'B')

/** Reads by the job's own account on the connection before the other account's read. */
const OWN_READS = 3
const CONNECTION = 'poll by the owner, on a connection that both accounts use'

/** A proxy shares connections between clients, so earlier requests on one must not identify the caller. */
export const foreignOnAKeptConnection = probing({
  id: 'accounts.other-account-sees-404/kept-connection',
  clause: 'accounts.other-account-sees-404',
  suite: 'accounts',
  title: "returns 404 to another account's key on a connection that the job's own account has used",
  needs: ['job', 'other-account-key'],
  from: 'standard',
  max: () => ({ requests: OWN_READS + 2 }),
  endpoints: ['GET /videos/{id}'],
  async probe(drive, control) {
    const job = await drive.jobs.first()
    for (let read = 0; read < OWN_READS; read++) await drive.goodOnConnection(CONNECTION, control)
    const foreign = requestTo(drive.target, 'GET /videos/{id}', { key: 'B', id: job.id })
    await drive.probe('a job, read by account B right after its own account', control, foreign, {
      connection: CONNECTION,
      foreign: job,
    })
  },
  judge: (evidence) => judgeVisits(evidence),
})

const OF_B: Omit<Asking, 'methods'> = { who: 'by another account', authorization: ['Bearer {{B}}'], readings: false }

export const otherMethodsOfForeignJobs: Experiment[] = [
  otherMethods(
    {
      id: 'accounts.other-account-sees-404/head',
      suite: 'accounts',
      clause: 'accounts.other-account-sees-404',
      title: "returns the same response to HEAD for another account's job as for an unknown id",
      needs: ['other-account-key'],
    },
    { ...OF_B, methods: ['HEAD'] },
  ),
  otherMethods(
    {
      id: 'accounts.foreign-and-unknown-look-alike/options',
      suite: 'accounts',
      clause: 'accounts.foreign-and-unknown-look-alike',
      title: "returns the same response to OPTIONS for another account's job as for an unknown id",
      needs: ['other-account-key'],
    },
    { ...OF_B, methods: ['OPTIONS'] },
  ),
]

const siblingOf = ({ key }: Job): KeyName | undefined => (key === 'A' ? 'A2' : key === 'A2' ? 'A' : undefined)

export const sameAccountSharesJobs = experiment({
  id: 'accounts.same-account-shares-jobs',
  clause: 'accounts.same-account-shares-jobs',
  suite: 'accounts',
  title: 'lets another key of the account read a job, from submission until after it has finished',
  needs: ['job', 'same-account-key'],
  visits: true,
  max: (input) => ({ requests: mostVisits(input) + 1 }),
  async drive(drive) {
    // In parallel with the reads of jobs: responses to a key without earlier requests may differ.
    await Promise.all([
      drive.good('GET /models', requestTo(drive.target, 'GET /models', { key: 'A2' })),
      visitJobs(drive, { visitorOf: siblingOf, other: ANOTHER_ACCOUNT }, (_, job, visitor) =>
        drive.jobs.poll(job, visitor),
      ),
    ])
  },
  judge: (evidence) => judge(evidence),
})

/** A finished job still belongs to its account. */
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
