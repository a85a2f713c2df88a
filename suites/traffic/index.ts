import type { Suite } from '../../engine/judge/check.ts'
import { jobs } from './jobs.ts'
import { keys } from './keys.ts'
import { otherOrigins } from './pages.ts'
import { submissions } from './submissions.ts'

/** For recorded traffic only: a run sends such requests itself. */
export const traffic: Suite = {
  name: 'traffic',
  about: 'Recorded traffic of other clients: judged as far as it allows a verdict.',
  checks: [...keys, ...submissions, ...jobs, otherOrigins],
}
