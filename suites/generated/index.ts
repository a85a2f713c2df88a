import type { Suite } from '../../engine/judge/check.ts'
import { generatedBadBodies } from './bad-bodies.ts'
import { generatedBadKeys } from './bad-keys.ts'
import { generatedOddRequests } from './odd-requests.ts'
import { generatedWrongIds } from './wrong-ids.ts'

export const generated: Suite = {
  name: 'generated',
  about: 'Generated bodies, keys, ids and requests, from a seed: no invalid one is accepted, and none returns 5xx.',
  checks: [...generatedBadBodies, ...generatedBadKeys, ...generatedWrongIds, ...generatedOddRequests],
}
