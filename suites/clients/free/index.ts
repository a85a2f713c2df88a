import type { ClientObservation } from '../../../engine/judge/clients/check.ts'
import { aliases, bearer, connections, headers, readings, shapes, slashes } from './asking.ts'
import {
  afterALostSubmission,
  afterServerErrors,
  afterShortWaits,
  download,
  firstPoll,
  jobsAtOnce,
  patience,
} from './waiting.ts'

/** What clients do where they are free, in the order of the open points. */
export const CLIENT_OBSERVATIONS: readonly ClientObservation[] = [
  shapes,
  bearer,
  slashes,
  readings,
  aliases,
  firstPoll,
  afterALostSubmission,
  patience,
  afterServerErrors,
  afterShortWaits,
  connections,
  headers,
  download,
  jobsAtOnce,
]
