import type { ClauseId } from '../../../spec/clauses.ts'
import type { PactInteraction } from '../file/pact-file.ts'
import { type Statuses, statusesFor } from '../file/rules.ts'
import { against, beyond, type Part, promised } from './part.ts'
import type { Question } from './question.ts'

/** The statuses of a conforming response, by must and by should clauses. */
export type ConformingStatuses = {
  must: Statuses[]
  /** The clauses that require it. */
  clauses: ClauseId[]
  should?: { statuses: Statuses[]; clause: ClauseId }
  inWords: string
  instead: string
}

const exactly = (status: number): Statuses[] => [{ least: status, most: status }]
const SUCCESS: Statuses[] = [{ least: 200, most: 299 }]
const NO_SUCCESS: Statuses[] = [
  { least: 100, most: 199 },
  { least: 300, most: 599 },
]
/** A refusal of the request itself: 401, 404 and 429 mean something else. */
const REFUSAL: Statuses[] = [
  { least: 400, most: 400 },
  { least: 402, most: 403 },
  { least: 405, most: 428 },
  { least: 430, most: 499 },
]

export function conformingStatuses(question: Question): ConformingStatuses {
  switch (question.kind) {
    case 'without a good key':
      return { ...one(401, question.clause), instead: 'status 401, or send "Authorization: Bearer cl_…"' }
    case 'with an odd key':
      return {
        must: [...SUCCESS, ...exactly(401), ...exactly(404), ...REFUSAL],
        clauses: [],
        inWords: 'a success or 401',
        instead: 'send exactly "Authorization: Bearer cl_…"',
      }
    case 'poll':
      if (question.whose === 'another account') return one(404, 'accounts.other-account-sees-404')
      if (question.whose === 'nobody') return one(404, 'accounts.unknown-id')
      return success('jobs.poll-answers-an-object')
    case 'reading':
      return success(question.clause)
    case 'submission':
      return question.isRoomless ? one(429, 'capacity.refused-with-429') : ofASubmission(question)
  }
}

function one(status: number, clause: ClauseId): ConformingStatuses {
  return { must: exactly(status), clauses: [clause], inWords: String(status), instead: `status ${status}` }
}

function success(clause: ClauseId): ConformingStatuses {
  return {
    must: SUCCESS,
    clauses: [clause],
    should: { statuses: exactly(200), clause: 'answers.success-is-200' },
    inWords: 'a 2xx, and should be 200',
    instead: 'matchStatus(200, HTTPResponseStatusClass.Success), or 200',
  }
}

function ofASubmission({ opinion }: Extract<Question, { kind: 'submission' }>): ConformingStatuses {
  if (opinion.verdict === 'accept') return one(202, 'submission.accepted-with-202')
  if (opinion.verdict === 'open')
    return {
      must: [...exactly(202), ...REFUSAL],
      clauses: [],
      inWords: '202 or any 4xx',
      instead: 'submit a body that the specification says is accepted or refused',
    }
  const clauses = opinion.reasons.flatMap(({ verdict, level, by }) =>
    verdict === 'refuse' && level === opinion.level ? [by as ClauseId] : [],
  )
  return {
    must: opinion.level === 'must' && !opinion.orJobFails ? NO_SUCCESS : [...exactly(202), ...NO_SUCCESS],
    clauses,
    should: { statuses: REFUSAL, clause: 'submission.refused-with-4xx' },
    inWords: 'any 4xx except 401, 404 and 429',
    instead: 'matchStatus(400, HTTPResponseStatusClass.ClientError)',
  }
}

const ALL = Array.from({ length: 500 }, (_, index) => index + 100)
export const isAmong = (status: number, statuses: readonly Statuses[]) =>
  statuses.some(({ least, most }) => status >= least && status <= most)
const covers = (asked: readonly Statuses[], conforming: readonly Statuses[]) =>
  ALL.every((status) => !isAmong(status, conforming) || isAmong(status, asked))
const meet = (one: readonly Statuses[], other: readonly Statuses[]) =>
  ALL.some((status) => isAmong(status, one) && isAmong(status, other))

export function statusPart({ pointer, response }: PactInteraction, question: Question): Part {
  const asked = statusesFor(response.status, response.rules)
  const { must, clauses, should, inWords, instead } = conformingStatuses(question)
  const at = `${pointer}/response/status`
  const what = `the status is ${shown(asked)}`
  const rest = { instead, ...(clauses.length > 0 && { clauses }) }
  if (!meet(asked, must)) return against(at, `${what}; the specification requires ${inWords}`, rest)
  if (covers(asked, must) && clauses.length > 0) return promised(at, what, ...clauses)
  if (should && covers(asked, should.statuses)) return promised(at, what, ...clauses, should.clause)
  const open =
    question.kind === 'submission' && question.opinion.verdict === 'refuse' ? 'refusal.status' : openOf(question)
  return beyond(at, `${what}; the specification allows ${inWords}`, { instead, ...(open && { open }) })
}

function openOf(question: Question): Part['open'] {
  if (question.kind === 'with an odd key') return 'auth.lower-case-bearer'
  if (question.kind !== 'submission') return undefined
  const by = question.opinion.reasons.find(({ verdict }) => verdict === 'open')?.by
  return by as Part['open']
}

function shown(asked: readonly Statuses[]): string {
  return asked
    .map(({ least, most }) => {
      if (least === most) return String(least)
      return most - least === 99 ? `any ${least / 100}xx` : `${least} to ${most}`
    })
    .join(' or ')
}
