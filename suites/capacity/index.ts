import type { Suite } from '../../engine/judge/check.ts'
import { capacityObservations } from './observations.ts'
import { retryAfter } from './retry-after.ts'
import { waitingHelps } from './waiting.ts'

export const capacity: Suite = {
  name: 'capacity',
  about: 'Responses when capacity is exceeded (§4, §7, §8): whenever that happens, and on purpose with --burst.',
  checks: [...retryAfter, waitingHelps, ...capacityObservations],
}
