import { showsId } from '../../engine/discovery/dialect/job-id.ts'
import { isRecord } from '../../engine/history/reading/reading.ts'
import { list } from '../../engine/history/reading/words.ts'
import type { Check } from '../../engine/judge/check.ts'
import { type Inspected, type OneAnswerRule, oneAnswerRule } from '../../engine/judge/one-answer-rule.ts'
import { STAGES, STATUSES } from '../../spec/words.ts'
import { jobRecord } from './polls.ts'

/** A field as it stands in the record. */
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
