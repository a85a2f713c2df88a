import { showsId } from '../../runner/dialect/job-id.ts'
import { isRecord } from '../../runner/history/reading/reading.ts'
import { list } from '../../runner/history/reading/words.ts'
import type { Check } from '../../runner/judging/check.ts'
import { type Inspected, type OneAnswerRule, oneAnswerRule } from '../../runner/judging/witnesses.ts'
import { STAGES, STATUSES } from '../../spec/words.ts'
import { jobRecord } from './polls.ts'

const shown = (value: unknown) => (value === undefined ? 'missing' : JSON.stringify(value))
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
  id: 'jobs.record-shows-its-id',
  clause: 'jobs.id-is-the-one-polled',
  suite: 'lifecycle',
  title: 'shows in each record the id that was polled',
  needs: ['job'],
  unseen: 'no job record came',
  inspect(exchange) {
    const record = jobRecord(exchange)
    if (!record) return undefined
    const { polled } = exchange.purpose
    return showsId(record, polled!) ? 'kept' : { expected: `id ${shown(polled)}`, received: `id ${shown(record.id)}` }
  },
})

const statusWord = recordRule(
  {
    id: 'jobs.status-word',
    clause: 'jobs.status-is-a-listed-word',
    title: 'shows in each record one of the four status words',
    unseen: 'no job record came',
  },
  ({ status }) =>
    oneOf(STATUSES, status)
      ? 'kept'
      : { expected: `status ${list(STATUSES, 'or')}`, received: `status ${shown(status)}` },
)

const stageWhileRunning = recordRule(
  {
    id: 'jobs.stage-while-running',
    clause: 'jobs.running-has-a-stage',
    title: 'shows the stage of a running job',
    unseen: 'no job was seen running',
  },
  ({ status, stage }) => {
    if (status !== 'running') return undefined
    return oneOf(STAGES, stage)
      ? 'kept'
      : { expected: `stage ${list(STAGES, 'or')} while running`, received: `stage ${shown(stage)}` }
  },
)

const stageWhileQueued = recordRule(
  {
    id: 'jobs.stage-while-queued',
    clause: 'jobs.queued-stage-is-a-listed-word',
    title: 'shows no stage but the two words while a job is queued',
    unseen: 'no job was seen queued',
  },
  ({ status, stage }) => {
    if (status !== 'queued') return undefined
    if (stage === undefined || stage === null || oneOf(STAGES, stage)) return 'kept'
    return { expected: `no stage, or ${list(STAGES, 'or')}, while queued`, received: `stage ${shown(stage)}` }
  },
)

const urlWhenSucceeded = recordRule(
  {
    id: 'jobs.url-when-succeeded',
    clause: 'jobs.succeeded-has-a-url',
    title: 'shows the url of a succeeded job',
    unseen: 'no job was seen succeeded',
  },
  ({ status, url }) => {
    if (status !== 'succeeded') return undefined
    return isWebAddress(url)
      ? 'kept'
      : { expected: 'an absolute http or https address in url', received: `url ${shown(url)}` }
  },
)

const errorWhenFailed = recordRule(
  {
    id: 'jobs.error-when-failed',
    clause: 'jobs.failed-has-an-error',
    title: 'shows code and message of a failed job',
    unseen: 'no job was seen failed',
  },
  ({ status, error }) => {
    if (status !== 'failed') return undefined
    if (isRecord(error) && typeof error.code === 'string' && typeof error.message === 'string') return 'kept'
    return { expected: 'error with code and message, both strings', received: `error ${shown(error)}` }
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
