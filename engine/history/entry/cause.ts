import type { Need } from '../../../spec/clause.ts'
import type { Profile } from '../../config/configuration.ts'

/** The options of a run that bound what it may spend or ask for. */
type LimitOption =
  | '--max-jobs'
  | '--max-video-seconds'
  | '--max-requests'
  | '--max-cost'
  | '--max-resolution'
  | '--max-duration'
  | '--max-download'
  | '--no-media'

/**
 * Why there is no verdict, for programs: the sentence beside it is for people. missing: the user can give it · profile:
 * only a larger one tries it · limit: the user's own left no room · no control: no good request was seen to succeed
 * that it could be compared with · not seen: nothing came in which it shows · no case: this key or this run has none that
 * the check could try, so the other checks of its clause decide · not planned: the run did not plan the traffic · not
 * decided: what came allows no verdict · put off: the server said to come back when the run is over · already failed: the
 * server accepted such a submission, and each costs a job.
 */
export type Cause =
  | { kind: 'missing'; need: Need }
  | { kind: 'profile'; least: Profile }
  | { kind: 'limit'; options: LimitOption[] }
  | { kind: 'run ended'; how: 'interrupted' | 'deadline' | 'broken off' }
  | {
      kind:
        | 'no target'
        | 'no control'
        | 'not seen'
        | 'no case'
        | 'not decided'
        | 'not planned'
        | 'suite fault'
        | 'no check'
        | 'put off'
        | 'already failed'
    }

export const CAUSE_KINDS = [
  'missing',
  'profile',
  'limit',
  'run ended',
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
] as const satisfies readonly Cause['kind'][]

const TELL_LITTLE: readonly Cause['kind'][] = ['no control', 'not seen', 'no case', 'not decided']

/** Of several causes one that somebody can do something about, if there is any. */
export function mostTelling(causes: readonly (Cause | undefined)[]): Cause | undefined {
  const known = causes.filter((each) => each !== undefined)
  return known.find(({ kind }) => !TELL_LITTLE.includes(kind)) ?? known[0]
}
