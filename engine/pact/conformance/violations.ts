import type { ClauseId } from '../../../spec/clauses.ts'
import { REFUSING_CLAUSES } from '../../../spec/oracle.ts'
import { FINAL_STATUSES, STAGES, STATUSES, type Status } from '../../../spec/words.ts'
import type { Exchange } from '../../history/entry/exchange.ts'
import { headerOf, isRecord, jsonOf, recordOf, statusOf, whyUnread } from '../../history/reading/reading.ts'
import type { PactInteraction } from '../file/pact-file.ts'
import { statusesFor } from '../file/rules.ts'
import { partsOf } from './parts.ts'
import { toldBy } from './provider-states.ts'
import { type Question, questionOf, READING_CLAUSES } from './question.ts'
import { conformingStatuses, isAmong } from './statuses.ts'

/** A requirement of the specification for the response to an interaction. */
export type Promised = {
  clause: ClauseId
  expected: string
  /** Whether the response conforms; undefined if its body decides and cannot be read. `polled`: the id of the poll. */
  isKept(exchange: Exchange, polled: string | undefined): boolean | undefined
}

type Reading = { said: readonly Status[]; polled: string | undefined }
type Rule = { expected: string; isOfTheHead?: true; holds(exchange: Exchange, reading: Reading): boolean }

const isText = (value: unknown) => typeof value === 'string'
const field = (exchange: Exchange, name: string) => recordOf(exchange)?.[name]

/** Rules about single responses. */
const RULES: Partial<Record<ClauseId, Rule>> = {
  'jobs.status-is-a-listed-word': {
    expected: `a status that is one of ${STATUSES.join(', ')}`,
    holds: (exchange) => (STATUSES as readonly unknown[]).includes(field(exchange, 'status')),
  },
  'jobs.final-stays-final': {
    expected: 'the final status that the job had reached',
    holds: (exchange, { said }) =>
      !said.every((status) => (FINAL_STATUSES as readonly Status[]).includes(status)) ||
      said.includes(field(exchange, 'status') as Status),
  },
  'jobs.running-has-a-stage': {
    expected: `a stage that is one of ${STAGES.join(', ')}, if the status is running`,
    holds: (exchange) =>
      field(exchange, 'status') !== 'running' || (STAGES as readonly unknown[]).includes(field(exchange, 'stage')),
  },
  'jobs.succeeded-has-a-url': {
    expected: 'an absolute http or https url, if the status is succeeded',
    holds: (exchange) => {
      const url = field(exchange, 'url')
      return field(exchange, 'status') !== 'succeeded' || (typeof url === 'string' && /^https?:\/\/[^\s/?#]/i.test(url))
    },
  },
  'jobs.failed-has-an-error': {
    expected: 'an error with a code and a message, if the status is failed',
    holds: (exchange) => {
      const error = field(exchange, 'error')
      if (field(exchange, 'status') !== 'failed') return true
      return isRecord(error) && isText(error.code) && isText(error.message)
    },
  },
  'jobs.id-is-the-one-polled': {
    expected: 'the id that was polled, compared as text',
    holds: (exchange, { polled }) => polled === undefined || String(field(exchange, 'id')) === polled,
  },
  'submission.answer-carries-the-id': {
    expected: 'JSON with the id of the job',
    holds: (exchange) => jsonOf(exchange) !== undefined,
  },
  'answers.json-is-labelled': {
    expected: 'a JSON Content-Type',
    holds: (exchange) =>
      jsonOf(exchange) === undefined || /^[^;]*[/+]json\s*(;|$)/i.test(headerOf(exchange, 'content-type') ?? ''),
  },
  'capacity.retry-after-present': {
    expected: 'a Retry-After with a number of seconds',
    isOfTheHead: true,
    holds: (exchange) =>
      statusOf(exchange) !== 429 || /^\s*\d+(\.\d+)?\s*$/.test(headerOf(exchange, 'retry-after') ?? ''),
  },
  'capacity.retry-after-whole': {
    expected: 'a Retry-After with a whole number of seconds',
    isOfTheHead: true,
    holds: (exchange) => statusOf(exchange) !== 429 || /^\s*\d+\s*$/.test(headerOf(exchange, 'retry-after') ?? ''),
  },
}

const ifRead = (exchange: Exchange) => (whyUnread(exchange) === undefined ? false : undefined)

/** Everything that the specification requires for an interaction; empty if it requests no endpoint. */
export function promisesOf(interaction: PactInteraction): Promised[] {
  const question = questionOf(interaction)
  if (!question) return []
  const said = toldBy(interaction.states).shows
  const named = partsOf(interaction).flatMap(({ clauses = [] }) => clauses)
  const own = named.flatMap((clause): Promised[] => {
    const rule = RULES[clause]
    if (!rule) return []
    return [
      {
        clause,
        expected: rule.expected,
        isKept: (exchange, polled) =>
          rule.holds(exchange, { said, polled }) || (rule.isOfTheHead ? false : ifRead(exchange)),
      },
    ]
  })
  return unlike([...promisesOfTheStatus(question, interaction), ...own])
}

/** A status that the contract itself accepts does not fail it. */
function promisesOfTheStatus(question: Question, { response }: PactInteraction): Promised[] {
  const { must, clauses, should, inWords } = conformingStatuses(question)
  const asked = statusesFor(response.status, response.rules)
  const isIn = (statuses: typeof must) => (exchange: Exchange) => {
    const status = statusOf(exchange)
    return status !== undefined && (isAmong(status, asked) || isAmong(status, statuses))
  }
  const looksInside = (clause: ClauseId) => clause === 'jobs.poll-answers-an-object'
  return [
    ...clauses.map((clause) => ({
      clause,
      expected: looksInside(clause) ? 'a 2xx with a JSON object' : inWords,
      isKept: (exchange: Exchange) =>
        isIn(must)(exchange) && (!looksInside(clause) || recordOf(exchange) !== undefined || ifRead(exchange)),
    })),
    ...(should ? [{ clause: should.clause, expected: inWords, isKept: isIn([...should.statuses]) }] : []),
  ]
}

function unlike(promises: readonly Promised[]): Promised[] {
  return promises.filter(({ clause }, index) => promises.findIndex((each) => each.clause === clause) === index)
}

/** Every clause that may require a part of an interaction, in display order. */
export const PROMISING: readonly ClauseId[] = [
  'auth.header-required',
  'auth.bare-key-refused',
  'auth.header-form',
  'auth.scheme-is-bearer',
  'auth.prefix-belongs-to-the-key',
  'auth.unknown-key',
  'auth.revoked-key',
  'submission.accepted-with-202',
  ...REFUSING_CLAUSES,
  'submission.image-is-public-https',
  'submission.image-host-public',
  'submission.refused-with-4xx',
  'capacity.refused-with-429',
  'jobs.poll-answers-an-object',
  'accounts.unknown-id',
  'accounts.other-account-sees-404',
  ...Object.values(READING_CLAUSES),
  'answers.success-is-200',
  ...(Object.keys(RULES) as ClauseId[]),
]
