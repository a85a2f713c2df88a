import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, later, polled } from '../../engine/judge/handwritten-for-tests.ts'
import { type Cause, POLL_IN_VAIN, ROLE, type Role, roleInWords } from './marks.ts'
import { QUIET } from './phase.ts'

/** Statuses, and stages for the jobs that are running. */
const recordOf = (state: string) =>
  ['generating', 'enhancing'].includes(state) ? { status: 'running', stage: state } : { status: state }

/** A job of the phase, poll by poll, each so many milliseconds after the one before. */
function lived(role: Role, states: readonly string[]): Exchange[] {
  const interval = role.pace === 'slow' ? 300 : 100
  const submission = answered(202, {
    by: QUIET.name,
    part: 'submission',
    case: roleInWords(role),
    mark: ROLE.of(role),
    posted: '{"model":"swift"}',
    at: later(0),
  })
  const polls = states.map((state, index) => {
    const at = later(role.pace === 'rested' && role.after === index ? 2000 : interval)
    const job = { by: QUIET.name, job: submission.n, polled: `job-${submission.n}` }
    return polled({ id: job.polled, ...recordOf(state) }, { ...job, at })
  })
  return [submission, ...polls]
}

type Ways = { fast: readonly string[]; slow: readonly string[] }
export const WAY = ['queued', 'queued', 'generating', 'generating', 'succeeded']
const ALIKE: Ways = { fast: WAY, slow: WAY }
/** The first poll finds what the twins reached at their third. */
export const MOVED = ['generating', 'generating', 'succeeded']
export const BY_THE_CLOCK: Ways = {
  fast: ['queued', 'queued', 'queued', 'generating', 'generating', 'succeeded'],
  slow: ['queued', 'generating', 'succeeded'],
}

export const twins = (trio: number, { fast, slow }: Ways = ALIKE) => [
  ...lived({ trio, pace: 'fast' }, fast),
  ...lived({ trio, pace: 'slow' }, slow),
]
export const rested = (trio: number, cause: Cause, states: readonly string[], after = 0) =>
  lived({ trio, pace: 'rested', cause, after }, states)

export type Rests = { ways?: Ways; again?: Ways; first: readonly string[]; second?: readonly string[]; after?: number }

/** What the phase does where a job did not stay where it was: one cause alone, and that a second time. */
export function suspected(
  cause: Cause,
  { ways = ALIKE, again = ways, first, second = first, after = 0 }: Rests,
): Exchange[] {
  return [
    ...twins(1, ways),
    ...rested(1, 'everything at once', first, after),
    ...rested(1, cause, first, after),
    ...twins(2, again),
    ...rested(2, cause, second, after),
  ]
}

export const calm = (ways: Ways = ALIKE, states = ways.fast) => [
  ...twins(1, ways),
  ...rested(1, 'everything at once', states),
]

const IN_VAIN = ['without a key', 'with an unknown key', 'with a revoked key', 'by another account']
export const pollsInVain = (...statuses: number[]) =>
  statuses.map((status, index) =>
    answered(status, {
      by: QUIET.name,
      part: 'observation',
      case: `a poll ${IN_VAIN[index]}`,
      mark: POLL_IN_VAIN.of({}),
      path: '/v1/videos/x',
    }),
  )
export const REFUSED = [401, 401, 401, 404]
