import type { Suite } from '../../runner/judging/check.ts'
import { generatedBadBodies } from './bad-bodies.ts'
import { generatedBadKeys } from './bad-keys.ts'
import { generatedOddRequests } from './odd-requests.ts'
import { generatedWrongIds } from './wrong-ids.ts'

export const generated: Suite = {
  name: 'generated',
  about:
    'Bodies, keys, ids and requests that nobody thought of, drawn from a seed: no bad one is accepted, no odd one is answered 5xx.',
  risksJobs: true,
  checks: [...generatedBadBodies, ...generatedBadKeys, ...generatedWrongIds, ...generatedOddRequests],
}
