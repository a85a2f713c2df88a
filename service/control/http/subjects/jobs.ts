import { type STAGES, STATUSES } from '../../../../spec/words.ts'
import { isoTime } from '../../../journal/iso-time.ts'
import { isFinalStatus } from '../../../store/final.ts'
import type { Flaw, Job } from '../../../store/job.ts'
import type { Forcing, JobsInHand } from '../../jobs.ts'
import { conflict, notFound, Refused } from '../problem.ts'
import { requestsAbout } from '../requests-about.ts'
import { type ControlRequest, nameOf, type Route } from '../route.ts'

type Hold = { status?: 'queued' | 'running'; stage?: (typeof STAGES)[number] }

const USUALLY = 100
const refusals = { 404: 'Unknown job.', 409: 'The job is final.' } as const
const answer = { about: 'The stored job. Its next poll returns the requested state.', schema: 'Job' } as const
const leading = { method: 'POST', tag: 'Jobs', answer, refusals } as const

export const jobRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/jobs',
    id: 'listJobs',
    tag: 'Jobs',
    summary: 'Jobs of all accounts',
    about: `The newest ${USUALLY}; change the number with \`most\`.`,
    query: {
      account: { about: 'Jobs of this account.', schema: nameOf('Account name.') },
      status: { about: 'Jobs with this last reported status.', schema: { type: 'string', enum: [...STATUSES] } },
      most: { about: 'Maximum number of jobs.', schema: { type: 'integer', minimum: 1, maximum: 10_000 } },
    },
    answer: { about: 'Newest first.', schema: 'Jobs' },
    act: ({ hands: { jobs }, query }) => ({
      jobs: jobs.list({ most: USUALLY, ...(query as Parameters<JobsInHand['list']>[0]) }).map(jobOf),
    }),
  },
  {
    method: 'GET',
    path: '/jobs/{job}',
    id: 'readJob',
    tag: 'Jobs',
    summary: 'One job with all its requests',
    about: 'This is not a poll and does not advance the job.',
    answer: { about: 'The job and the states it reported.', schema: 'JobInFull' },
    refusals: { 404: refusals[404] },
    act: (asked) => {
      const job = jobAsked(asked)
      return { ...jobOf(job), ...requestsAbout(job.id, asked.hands.journal) }
    },
  },
  {
    ...leading,
    path: '/jobs/{job}/force',
    id: 'forceJob',
    summary: 'Set the result of the next poll',
    body: { schema: 'Forcing', about: 'Status, with a stage for an unfinished job or an error for a failed one.' },
    act: (asked) => {
      const next = asked.body as Forcing
      return led(asked, ({ id }, jobs) => jobs.force(id, consistent(next)))
    },
  },
  {
    ...leading,
    path: '/jobs/{job}/fail',
    id: 'failJob',
    summary: 'Fail the job',
    body: { schema: 'Failure', about: 'Error (has a default).', mayBeLeftOut: true },
    act: (asked) => led(asked, ({ id }, jobs) => jobs.fail(id, asked.body as Partial<Flaw>)),
  },
  {
    ...leading,
    path: '/jobs/{job}/succeed',
    id: 'succeedJob',
    summary: 'Make the job succeed',
    act: (asked) => led(asked, ({ id }, jobs) => jobs.succeed(id)),
  },
  {
    ...leading,
    path: '/jobs/{job}/hold',
    id: 'holdJob',
    summary: 'Hold the job',
    about: 'Every poll returns the same state until the job is released or forced into another state.',
    body: { schema: 'Hold', about: 'State to hold (default: running, generating).', mayBeLeftOut: true },
    act: (asked) => led(asked, ({ id }, jobs) => jobs.hold(id, asked.body as Hold)),
  },
  {
    ...leading,
    path: '/jobs/{job}/let-go',
    id: 'letJobGo',
    summary: 'Release the job',
    about: 'Clears the forced state and the hold.',
    act: (asked) => led(asked, ({ id }, jobs) => jobs.letGo(id)),
  },
]

function jobAsked({ hands, at }: ControlRequest): Job {
  const job = hands.jobs.get(at('job'))
  if (!job) throw notFound(`unknown job ${at('job')}`)
  return job
}

/** In one transaction: another process on the same file could poll the job to its end in between. */
function led(asked: ControlRequest, lead: (job: Job, jobs: JobsInHand) => Job) {
  const { store, jobs } = asked.hands
  return store.transaction(() => {
    const job = jobAsked(asked)
    if (isFinalStatus(job.status)) throw conflict(`the job ${job.id} is ${job.status}, which is final`)
    return jobOf(lead(job, jobs))
  })
}

function consistent(next: Forcing): Forcing {
  const { status, stage, error, hold } = next
  const wrong = [
    stage !== undefined && isFinalStatus(status) && `a ${status} job has no stage`,
    error !== undefined && status !== 'failed' && `a ${status} job has no error`,
    hold === true && isFinalStatus(status) && `a ${status} job is final and cannot be held`,
  ].find((each) => each !== false)
  if (wrong !== undefined) throw new Refused(400, wrong)
  return next
}

function jobOf(job: Job) {
  const { id, account, keyId, status, stage, step, parameters, flaw, forced, credits, createdAt, finishedAt } = job
  return {
    id,
    account,
    keyId,
    status,
    stage,
    step,
    parameters,
    error: flaw,
    forced: forced ? { status: forced.status, stage: forced.stage, error: forced.flaw, isHeld: forced.isHeld } : null,
    credits,
    createdAt: isoTime(createdAt),
    finishedAt: finishedAt === null ? null : isoTime(finishedAt),
  }
}
