import type { Need } from '../../../spec/clause.ts'
import type { Profile } from '../../config/configuration.ts'

/** Options that limit what a run spends or requests. */
type LimitOption =
  | '--max-jobs'
  | '--max-video-seconds'
  | '--max-requests'
  | '--max-cost'
  | '--max-resolution'
  | '--max-duration'
  | '--max-download'
  | '--no-media'

export const PLAIN_CAUSES = [
  'no target',
  'no control',
  'not seen',
  'no case',
  'not decided',
  'not planned',
  'suite fault',
  'no check',
  'put off',
  'already failed',
] as const

export const CAUSE_KINDS = ['missing', 'profile', 'limit', 'run ended', ...PLAIN_CAUSES] as const

/**
 * Why there is no verdict, for programs. missing: the user can provide it · profile: a larger profile tests it · limit: an
 * option of the user prevents it · no control: no control request succeeded · not seen: no response shows it · no case: this
 * key or run has no case for the check, so other checks of the clause decide · not planned: observed traffic · not decided:
 * the responses allow no verdict · put off: the server asked to wait beyond the end of the run · already failed: the server
 * accepted such a submission, and each costs a job.
 */
export type Cause =
  | { kind: 'missing'; need: Need }
  | { kind: 'profile'; least: Profile }
  | { kind: 'limit'; options: LimitOption[] }
  | { kind: 'run ended'; how: 'interrupted' | 'deadline' | 'bail' | 'broken off' }
  | { kind: (typeof PLAIN_CAUSES)[number] }

const TELL_LITTLE: readonly Cause['kind'][] = ['no control', 'not seen', 'no case', 'not decided']

/** The cause that the user can most likely remove. */
export function mostTelling(causes: readonly (Cause | undefined)[]): Cause | undefined {
  const known = causes.filter((each) => each !== undefined)
  return known.find(({ kind }) => !TELL_LITTLE.includes(kind)) ?? known[0]
}
