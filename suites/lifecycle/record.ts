import { showsId } from '../../engine/discovery/dialect/job-id.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isRecord } from '../../engine/history/reading/reading.ts'
import { list } from '../../engine/history/reading/words.ts'
import type { Job } from '../../engine/jobs/job.ts'
import { type AboutRule, type Check, rule } from '../../engine/judge/check.ts'
import { type Inspected, type OneAnswerRule, oneAnswerRule } from '../../engine/judge/one-answer-rule.ts'
import { fail, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import type { Driver } from '../../engine/run/driver.ts'
import type { Phase, PlanInput } from '../../engine/run/phase.ts'
import { STAGES, STATUSES } from '../../spec/words.ts'
import { hasFailed, isFinal, jobRecord } from './polls.ts'

/** A field of the record, as JSON. */
const field = (name: string, value: unknown) =>
  value === undefined ? `no "${name}"` : `"${name}": ${JSON.stringify(value)}`
/** A field with one of these values. */
const fieldOf = (name: string, values: readonly string[]) =>
  `"${name}": ${list(
    values.map((value) => JSON.stringify(value)),
    'or',
  )}`
const oneOf = (words: readonly unknown[], value: unknown) => words.includes(value)

function recordRule(
  named: Omit<OneAnswerRule, 'suite' | 'inspect' | 'needs'>,
  inspect: (record: Record<string, unknown>) => Inspected,
): Check {
  return oneAnswerRule({
    suite: 'lifecycle',
    needs: ['job'],
    ...named,
    inspect(exchange) {
      const record = jobRecord(exchange)
      return record && inspect(record)
    },
  })
}

const showsTheIdPolled = oneAnswerRule({
  id: 'jobs.id-is-the-one-polled',
  clause: 'jobs.id-is-the-one-polled',
  suite: 'lifecycle',
  title: 'returns the polled id in each job record',
  needs: ['job'],
  unseen: 'no job record was returned',
  inspect(exchange) {
    const record = jobRecord(exchange)
    if (!record) return undefined
    const { polled } = exchange.purpose
    return showsId(record, polled!) ? 'kept' : { expected: field('id', polled), received: field('id', record.id) }
  },
})

const statusWord = recordRule(
  {
    id: 'jobs.status-is-a-listed-word',
    clause: 'jobs.status-is-a-listed-word',
    title: 'returns one of the four statuses in each job record',
    unseen: 'no job record was returned',
  },
  ({ status }) =>
    oneOf(STATUSES, status) ? 'kept' : { expected: fieldOf('status', STATUSES), received: field('status', status) },
)

const stageWhileRunning = recordRule(
  {
    id: 'jobs.running-has-a-stage',
    clause: 'jobs.running-has-a-stage',
    title: 'returns the stage of a running job',
    unseen: 'no poll returned a running job',
  },
  ({ status, stage }) => {
    if (status !== 'running') return undefined
    return oneOf(STAGES, stage)
      ? 'kept'
      : { expected: `${fieldOf('stage', STAGES)} while running`, received: field('stage', stage) }
  },
)

const stageWhileQueued = recordRule(
  {
    id: 'jobs.queued-stage-is-a-listed-word',
    clause: 'jobs.queued-stage-is-a-listed-word',
    title: 'returns no other stage than the two listed for a queued job',
    unseen: 'no poll returned a queued job',
  },
  ({ status, stage }) => {
    if (status !== 'queued') return undefined
    if (stage === undefined || stage === null || oneOf(STAGES, stage)) return 'kept'
    return { expected: `no "stage", or ${fieldOf('stage', STAGES)}, while queued`, received: field('stage', stage) }
  },
)

const urlWhenSucceeded = recordRule(
  {
    id: 'jobs.succeeded-has-a-url',
    clause: 'jobs.succeeded-has-a-url',
    title: 'returns the url of a succeeded job',
    unseen: 'no poll returned a succeeded job',
  },
  ({ status, url }) => {
    if (status !== 'succeeded') return undefined
    return isWebAddress(url)
      ? 'kept'
      : { expected: 'an absolute http or https URL in "url"', received: field('url', url) }
  },
)

const errorWhenFailed = recordRule(
  {
    id: 'jobs.failed-has-an-error',
    clause: 'jobs.failed-has-an-error',
    title: 'returns error code and message of a failed job',
    unseen: 'no poll returned a failed job',
  },
  ({ status, error }) => {
    if (status !== 'failed') return undefined
    if (isRecord(error) && typeof error.code === 'string' && typeof error.message === 'string') return 'kept'
    return { expected: '"error" with "code" and "message", both strings', received: field('error', error) }
  },
)

export function isWebAddress(value: unknown): boolean {
  if (typeof value !== 'string' || !/^https?:\/\/[^/?#]/i.test(value)) return false
  return URL.canParse(value)
}

export const recordRules: Check[] = [
  showsTheIdPolled,
  statusWord,
  stageWhileRunning,
  stageWhileQueued,
  urlWhenSucceeded,
  errorWhenFailed,
]

const READS = { atOnce: 2, inParallel: 5 }
const FEW_READS = { atOnce: 1, inParallel: 2 }
/** Jobs that are read again after their end, besides the first failed one. */
const JOBS = { smoke: 1, standard: 3, full: 10 }

function mostReads({ jobs, keys, configuration: { profile, failingPrompt } }: PlanInput): number {
  const { atOnce, inParallel } = profile === 'smoke' ? FEW_READS : READS
  const most = Math.min(jobs, JOBS[profile] + (failingPrompt === undefined ? 0 : 1))
  return most * (atOnce + inParallel + (keys.includes('A2') ? 3 : 2))
}

/** Finished jobs are read again: at once, in parallel, with another key, some seconds later, and when all have finished. */
async function readEachJobAgain(drive: Driver): Promise<void> {
  const most = JOBS[drive.configuration.profile]
  let taken = 0
  let failed = 0
  const read: Job[] = []
  await drive.jobs.visitEach((job) => {
    if (job.stray || job.key === 'B') return undefined
    const turn = taken++
    const isWanted = () => turn < most || (hasFailed(job) && failed++ === 0)
    return { whole: readOnceEnded(drive, job, isWanted).then((wasRead) => void (wasRead && read.push(job))) }
  })
  for (const job of read) await drive.jobs.poll(job)
}

async function readOnceEnded(drive: Driver, job: Job, isWanted: () => boolean): Promise<boolean> {
  await job.end
  if (!job.final || !isWanted()) return false
  const { atOnce, inParallel } = drive.configuration.profile === 'smoke' ? FEW_READS : READS
  for (let read = 0; read < atOnce; read++) await drive.jobs.poll(job)
  await Promise.all(Array.from({ length: inParallel }, () => drive.jobs.poll(job)))
  if (drive.has('A2')) await drive.jobs.poll(job, job.key === 'A2' ? 'A' : 'A2')
  await drive.wait(drive.configuration.settleMs)
  await drive.jobs.poll(job)
  return true
}

type Ending = { record: Record<string, unknown>; n: number; received: number }
type Notes = { endings: Map<number, Ending>; later: number[]; violations: Violation[] }

type Question = (record: Record<string, unknown>, ending: Ending) => { expected: string; received: string } | undefined

/** Judges reads that were sent after a final status had been received. Two parallel reads have no order and are not compared. */
function onceFinal(
  named: Omit<AboutRule, 'suite'>,
  isEnding: (record: Record<string, unknown>) => boolean,
  ask: Question,
): Check {
  const judgeRead = (notes: Notes, exchange: Exchange) => {
    const record = jobRecord(exchange)
    const ending = notes.endings.get(exchange.purpose.job!)
    if (!record || !ending || exchange.sent < ending.received) return
    notes.later.push(exchange.n)
    const broken = ask(record, ending)
    if (broken) notes.violations.push({ ...broken, evidence: [ending.n, exchange.n] })
  }
  return rule<Notes>({
    suite: 'lifecycle',
    needs: ['finished-job'],
    ...named,
    begin: () => ({ endings: new Map(), later: [], violations: [] }),
    see(notes, exchange) {
      const record = jobRecord(exchange)
      if (!record) return
      const { job } = exchange.purpose
      const ending = notes.endings.get(job!)
      if (ending) judgeRead(notes, exchange)
      if (isEnding(record) && (!ending || exchange.received < ending.received)) {
        notes.endings.set(job!, { record, n: exchange.n, received: exchange.received })
      }
    },
    conclude({ later, violations }) {
      if (violations.length > 0) return fail(violations, later.length)
      return later.length === 0
        ? skip('no job was polled again after it finished')
        : pass(later.length, later.slice(0, 20))
    },
  })
}

const READ_AGAIN: Phase = {
  name: 'jobs.final-stays-final',
  max: (input) => ({ requests: mostReads(input) }),
  drive: readEachJobAgain,
}

export const finalStaysFinal = onceFinal(
  {
    id: 'jobs.final-stays-final',
    clause: 'jobs.final-stays-final',
    title: 'returns the same final status on every later poll: at once, in parallel and some seconds later',
    phases: [READ_AGAIN],
  },
  ({ status }) => isFinal(status),
  ({ status }, ending) =>
    status === ending.record.status
      ? undefined
      : {
          expected: `status "${ending.record.status}", as in an earlier poll`,
          received: `status ${JSON.stringify(status)}`,
        },
)

export const finalKeepsItsResult = onceFinal(
  {
    id: 'jobs.final-keeps-its-result',
    clause: 'jobs.final-keeps-its-result',
    title: 'still returns the url or the error on every later poll of a final job',
  },
  // Other clauses judge a job that never shows a result, or another status.
  (record) => isFinal(record.status) && showsResult(record),
  (record, ending) => {
    const { status } = ending.record
    if (record.status !== status || showsResult(record)) return undefined
    return status === 'succeeded'
      ? { expected: 'a url, as when the job finished', received: shownAs('url', record.url) }
      : { expected: 'an error, as when the job finished', received: shownAs('error', record.error) }
  },
)

const shownAs = (name: string, value: unknown) =>
  value === undefined ? `no ${name}` : `${name} ${JSON.stringify(value)}`

function showsResult({ status, url, error }: Record<string, unknown>): boolean {
  return status === 'succeeded' ? isWebAddress(url) : isRecord(error)
}
