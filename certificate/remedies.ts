import { list } from '../runner/history/words.ts'
import type { ClauseReport, Report } from '../runner/report/report.ts'
import { NEEDS, type Need } from '../spec/clause.ts'
import { type ClauseId, clause } from '../spec/clauses.ts'

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

const LIMITS = {
  maxJobs: '--max-jobs',
  maxVideoSeconds: '--max-video-seconds',
  maxRequests: '--max-requests',
} as const satisfies Partial<Record<keyof Report['budget'], string>>

export function remedyForSkip({ id, reason = '' }: ClauseReport, { profile, budget }: Report): string {
  const steps: string[] = []
  const leftOut = profile !== 'full' && reason.includes('--profile')
  if (leftOut) steps.push('use --profile full')
  const named = (Object.keys(GIVEN_BY) as Given[]).filter((need) => isNamedBy(need, reason))
  const wanted = named.length > 0 ? named : needsOf(id)
  steps.push(...wanted.map((need) => GIVEN_BY[need]))
  const limits = (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).filter((name) => budget[name] !== undefined)
  if (limits.length > 0 && /limits of the run|--max-/.test(reason)) {
    steps.push(`raise or drop ${list(limits.map((name) => LIMITS[name]))}`)
  }
  if (/than the limits of the run/.test(reason)) steps.push('drop --max-resolution and --max-duration')
  return steps.length === 0 ? 'run it again' : `${list(steps)}, and run it again`
}

function needsOf(id: ClauseId): Given[] {
  const helpedBy = HELPED_BY[id]
  const needs = (clause(id).needs ?? []).filter((need): need is Given => need in GIVEN_BY)
  return helpedBy ? [...needs, helpedBy] : needs
}

function isNamedBy(need: Given, reason: string): boolean {
  return reason.includes(NEEDS[need]) || (need === 'burst' && reason.includes('--burst'))
}

function byEnvironment(need: Need): string {
  const [, what, variable] = /^(.+) \((\w+)\)$/.exec(NEEDS[need])!
  return `set ${variable} to ${what}`
}
