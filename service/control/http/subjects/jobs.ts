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
const refusals = { 404: 'No job has this id.', 409: 'It is final, and a final state stays.' } as const
const answer = { about: 'The job as it is kept now; its next poll shows what was asked for.', schema: 'Job' } as const
const leading = { method: 'POST', tag: 'Jobs', answer, refusals } as const

export const jobRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/jobs',
    id: 'listJobs',
    tag: 'Jobs',
    summary: 'Jobs of all accounts',
    about: `The newest ${USUALLY} unless \`most\` says otherwise.`,
    query: {
      account: { about: 'Those of this account.', schema: nameOf('Its name.') },
      status: { about: 'Those that were last seen so.', schema: { type: 'string', enum: [...STATUSES] } },
      most: { about: 'So many.', schema: { type: 'integer', minimum: 1, maximum: 10_000 } },
    },
    answer: { about: 'The newest first.', schema: 'Jobs' },
    act: ({ hands: { jobs }, query }) => ({
      jobs: jobs.list({ most: USUALLY, ...(query as Parameters<JobsInHand['list']>[0]) }).map(jobOf),
    }),
  },
  {
    method: 'GET',
    path: '/jobs/{job}',
    id: 'readJob',
    tag: 'Jobs',
    summary: 'One job, with all requests about it',
    about: 'Reading it here is no poll, and moves nothing.',
    answer: { about: 'The job, and when it showed which state.', schema: 'JobInFull' },
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
    summary: 'Say what the next poll finds',
    body: { schema: 'Forcing', about: 'The state; a stage before the end, an error of one that fails.' },
    act: (asked) => {
      const next = asked.body as Forcing
      return led(asked, ({ id }, jobs) => jobs.force(id, consistent(next)))
    },
  },
  {
    ...leading,
    path: '/jobs/{job}/fail',
    id: 'failJob',
    summary: 'Let it fail',
    body: { schema: 'Failure', about: 'Why; there is a usual reason.', mayBeLeftOut: true },
    act: (asked) => led(asked, ({ id }, jobs) => jobs.fail(id, asked.body as Partial<Flaw>)),
  },
  {
    ...leading,
    path: '/jobs/{job}/succeed',
    id: 'succeedJob',
    summary: 'Let it succeed',
    act: (asked) => led(asked, ({ id }, jobs) => jobs.succeed(id)),
  },
  {
    ...leading,
    path: '/jobs/{job}/hold',
    id: 'holdJob',
    summary: 'Hold it where it is',
    about: 'Every poll finds the same, until it is let go or forced into another state.',
    body: { schema: 'Hold', about: 'Where; running and generating, unless said.', mayBeLeftOut: true },
    act: (asked) => led(asked, ({ id }, jobs) => jobs.hold(id, asked.body as Hold)),
  },
  {
    ...leading,
    path: '/jobs/{job}/let-go',
    id: 'letJobGo',
    summary: 'Let it go its own way again',
    about: 'What the next poll was to find is forgotten, and it is held no longer.',
    act: (asked) => led(asked, ({ id }, jobs) => jobs.letGo(id)),
  },
]

function jobAsked({ hands, at }: ControlRequest): Job {
  const job = hands.jobs.get(at('job'))
  if (!job) throw notFound(`no job has the id ${at('job')}`)
  return job
}

/** In one transaction, since a poll of another process on the same file could end it in between. */
function led(asked: ControlRequest, lead: (job: Job, jobs: JobsInHand) => Job) {
  const { store, jobs } = asked.hands
  return store.transaction(() => {
    const job = jobAsked(asked)
    if (isFinalStatus(job.status)) throw conflict(`the job ${job.id} is ${job.status}, and a final state stays`)
    return jobOf(lead(job, jobs))
  })
}

function consistent(next: Forcing): Forcing {
  const { status, stage, error, hold } = next
  const wrong = [
    stage !== undefined && isFinalStatus(status) && `a job that is ${status} has no stage`,
    error !== undefined && status !== 'failed' && `a job that is ${status} has no error`,
    hold === true && isFinalStatus(status) && `a job that is ${status} stays so by itself, and need not be held`,
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
