import { list } from '../../../engine/history/reading/words.ts'
import type { ClauseReport, Report } from '../../../reporters/outcome/report.ts'
import { NEEDS, type Need } from '../../../spec/clause.ts'
import { type ClauseId, clause } from '../../../spec/clauses.ts'

/** Options that provide for a need; the other needs are up to the server. */
const GIVEN_BY = {
  'same-account-key': byEnvironment('same-account-key'),
  'other-account-key': byEnvironment('other-account-key'),
  'revoked-key': byEnvironment('revoked-key'),
  image: byEnvironment('image'),
  'failing-prompt': byEnvironment('failing-prompt'),
  burst: 'add --burst 8 or more, until the server returns 429',
} as const satisfies Partial<Record<Need, string>>
type Given = keyof typeof GIVEN_BY

/** The clause itself needs only a failed job, but jobs fail on demand only with a failing prompt. */
const HELPED_BY: Partial<Record<ClauseId, Given>> = { 'jobs.failed-has-an-error': 'failing-prompt' }

/** Needs of the server itself: another run of the same server and model has the same result. */
const SHOWN_BY_SERVER: Partial<Record<ClauseId, string>> = {
  'jobs.running-has-a-stage': 'a poll that returns running; use --model to choose a model with longer jobs',
  'jobs.queued-stage-is-a-listed-word': 'a poll that returns queued; use --model to choose a model with longer jobs',
  'jobs.unpolled-stays':
    'jobs that all take the same number of polls, three or more; use --model to choose a model with longer jobs',
  'codes.unauthorized': 'an error code in the body of a 401',
  'codes.not-found': 'an error code in the body of a 404',
  'codes.capacity-exceeded': 'an error code in the body of a 429',
  'codes.invalid-request': 'an error code in the body of a refused submission',
}

const ONCE_GONE = 'fix this cause and run it again'

/** Undefined if another run may help. */
function remedyAtTheServer({ id, cause }: ClauseReport): string | undefined {
  if (cause?.kind !== 'not seen' && cause?.kind !== 'not decided') return undefined
  const shown = SHOWN_BY_SERVER[id]
  if (shown !== undefined) return `another run will have the same result: a certificate needs ${shown}`
  return cause.kind === 'not seen'
    ? 'another run will have the same result: a certificate needs such a case'
    : undefined
}

/** A limit set by the user says nothing about the server. */
export function remedyForDoubt(clause: ClauseReport): string {
  const { cause } = clause
  const [limit] = cause?.kind === 'limit' ? cause.options : []
  return limit ? `run it again with a larger ${limit}, or without it` : (remedyAtTheServer(clause) ?? ONCE_GONE)
}

export function remedyForSkip(skipped: ClauseReport, { profile, clauses }: Report): string {
  const { id, cause } = skipped
  const steps: string[] = []
  if (cause?.kind === 'profile' && profile !== 'full') steps.push('use --profile full')
  const met429 = clauses.some((each) => each.id === 'capacity.retry-after-present' && each.verdict !== 'skip')
  const wanted =
    cause?.kind === 'missing' && isGiven(cause.need)
      ? [cause.need]
      : needsOf(id).filter((need) => need !== 'burst' || !met429)
  steps.push(...wanted.map((need) => GIVEN_BY[need]))
  if (cause?.kind === 'limit') steps.push(`raise or drop ${list(cause.options)}`)
  return steps.length === 0 ? (remedyAtTheServer(skipped) ?? ONCE_GONE) : `${list(steps)}, and run it again`
}

function needsOf(id: ClauseId): Given[] {
  const helpedBy = HELPED_BY[id]
  const needs = (clause(id).needs ?? []).filter(isGiven)
  return helpedBy ? [...needs, helpedBy] : needs
}

const isGiven = (need: Need): need is Given => need in GIVEN_BY

function byEnvironment(need: 'same-account-key' | 'other-account-key' | 'revoked-key' | 'image' | 'failing-prompt') {
  const { what, variable } = NEEDS[need]
  return `set ${variable} to ${what}`
}
