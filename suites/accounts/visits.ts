import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { parseJson, recordOf } from '../../engine/history/reading/reading.ts'
import type { Job } from '../../engine/jobs/job.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Driver } from '../../engine/run/driver.ts'
import type { PlanInput } from '../../engine/run/phase.ts'
import { hasFailed } from '../lifecycle/polls.ts'

/** Jobs that another key reads; each costs a few requests. */
const JOBS = { smoke: 1, standard: 4, full: 8 }
const MOMENTS = {
  first: 'right after submission',
  polled: 'after its first poll',
  running: 'once it was running',
  ended: 'after it finished',
  again: 'after it finished, once more',
}
type Moment = keyof typeof MOMENTS

/** The moments for a single visited job. */
const FEW: readonly Moment[] = ['first', 'polled', 'ended']
const ALL = Object.keys(MOMENTS)

/** `others`: the number of jobs of the other account, which are visited, too. */
export const mostVisits = ({ jobs, configuration: { profile } }: PlanInput, others = 0) =>
  Math.min(JOBS[profile] + others, jobs) * (profile === 'smoke' ? FEW : ALL).length

/** Alternates which key reads a job first: the other account's, or another one of the same account. */
const isOdd = (nth: number) => nth % 2 === 1
const isEven = (nth: number) => !isOdd(nth)
export const ANOTHER_ACCOUNT = { key: 'B', isItsTurn: isOdd } as const
export const ANOTHER_KEY = { key: 'A2', isItsTurn: isEven } as const

type Visit = (what: string, job: Job, visitor: KeyName) => Promise<Exchange | undefined>

/** `other`: the reader of further jobs, if it has a key, and the jobs that only it reads before their first poll. */
type Visitors = {
  visitorOf: (job: Job) => KeyName | undefined
  other: { key: KeyName; isItsTurn: (nth: number) => boolean }
}

/**
 * Reads jobs with keys that did not submit them, from before the first poll to after the end. Before the first poll, only
 * one of the keys reads a job, because the first reader may change what the server shows to the next.
 */
export async function visitJobs(drive: Driver, { visitorOf, other }: Visitors, visit: Visit): Promise<void> {
  const most = JOBS[drive.configuration.profile]
  let taken = 0
  // A failing job may be stored elsewhere, and comes after the first jobs.
  let isOneKept = most > 1 && drive.configuration.failingPrompt !== undefined
  const isTaken = (job: Job) => {
    const isKnownToFail = isOneKept && promptOf(job) === drive.configuration.failingPrompt
    if (isKnownToFail) isOneKept = false
    if (taken >= most - Number(isOneKept)) return false
    taken++
    return true
  }
  const isLeftToTheOther = (isOwn: boolean, nth: number) => isOwn && drive.has(other.key) && other.isItsTurn(nth)
  await drive.jobs.visitEach((job, nth) => {
    const visitor = job.stray ? undefined : visitorOf(job)
    if (visitor === undefined) return undefined
    const isOwn = job.key === 'A' || job.key === 'A2'
    if (isOwn && !isTaken(job)) return undefined
    const see = (moment: Moment) => drive.jobs.beforeNextPoll(job, visit(`a job ${MOMENTS[moment]}`, job, visitor))
    const atBirth = job.polls.length === 0 && !isLeftToTheOther(isOwn, nth) ? see('first') : undefined
    return { ...(atBirth && { atBirth }), whole: visitLater(job, atBirth, see, most === 1) }
  })
}

const promptOf = ({ body }: Job) => (parseJson(body)?.value as { prompt?: unknown } | undefined)?.prompt

async function visitLater(
  job: Job,
  atBirth: Promise<unknown> | undefined,
  see: (moment: Moment) => Promise<unknown>,
  isOfFew: boolean,
): Promise<void> {
  await atBirth
  await job.firstPoll
  if (!job.final) await see('polled')
  if (!isOfFew) await job.running
  // Whatever its status: the requests must not depend on the order of responses.
  if (!isOfFew && job.polls.some(isRunning)) await see('running')
  await job.end
  if (!job.final) return
  await see('ended')
  if (!isOfFew) await see('again')
}

const isRunning = (poll: Exchange) => recordOf(poll)?.status === 'running'

/** Number of jobs that each other key reads again at the end of the run. */
const LOOKS = { smoke: 0, standard: 6, full: 20 }

export const mostLooks = ({ jobs, configuration: { profile } }: PlanInput) => Math.min(LOOKS[profile], jobs)

export const NO_JOB_ENDED = 'no job of the run had finished by then'

/** The first to finish, the last, and a failed one, which may be stored elsewhere. */
export async function jobsToLookAt(drive: Driver): Promise<Job[]> {
  const ended = await drive.jobs.ended()
  const most = LOOKS[drive.configuration.profile]
  if (ended.length <= most) return ended
  const usual = [...ended.slice(0, most - 2), ...ended.slice(-2)]
  const failed = ended.find(hasFailed)
  return !failed || usual.some(hasFailed) ? usual : usual.with(most - 3, failed)
}
