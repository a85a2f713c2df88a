import { list } from '../../runner/history/reading/words.ts'
import type { ClauseReport, Report } from '../../runner/report/report.ts'
import { NEEDS, type Need } from '../../spec/clause.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'

/** What a user can give a run, and how; the other needs a server has to meet. */
const GIVEN_BY = {
  'same-account-key': byEnvironment('same-account-key'),
  'other-account-key': byEnvironment('other-account-key'),
  'revoked-key': byEnvironment('revoked-key'),
  image: byEnvironment('image'),
  'failing-prompt': byEnvironment('failing-prompt'),
  burst: 'add --burst 8, or more, until the server answers 429',
} as const satisfies Partial<Record<Need, string>>
type Given = keyof typeof GIVEN_BY

/** Jobs fail on demand only with a prompt for it, although the clause itself needs nothing but a failed job. */
const HELPED_BY: Partial<Record<ClauseId, Given>> = { 'jobs.failed-has-an-error': 'failing-prompt' }

export function remedyForSkip({ id, cause }: ClauseReport, { profile }: Report): string {
  const steps: string[] = []
  if (cause?.kind === 'profile' && profile !== 'full') steps.push('use --profile full')
  const wanted = cause?.kind === 'missing' && isGiven(cause.need) ? [cause.need] : needsOf(id)
  steps.push(...wanted.map((need) => GIVEN_BY[need]))
  if (cause?.kind === 'limit') steps.push(`raise or drop ${list(cause.options)}`)
  return steps.length === 0 ? 'run it again' : `${list(steps)}, and run it again`
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
