import { CLAUSES } from './clauses.ts'
import { ENDPOINTS, READINGS } from './endpoints.ts'
import {
  ANY_NUMBERS_AS_RATIO,
  BEGINS_LIKE_HTTPS,
  POSITIVE_NUMBERS_AS_RATIO,
  wordsInAnyLetterCase,
} from './lenient-spelling.ts'
import { OPEN_POINTS } from './open-points.ts'
import { NAMES_OF_ONES_OWN, NETWORKS_OF_ONES_OWN } from './oracle/image-host.ts'
import { REFUSING_CLAUSES } from './oracle.ts'
import CONTRACT from './pacts/reference-client-video-service.json' with { type: 'json' }
import {
  BIT_DEPTHS,
  ERROR_CODES,
  FIELDS,
  FINAL_STATUSES,
  KEY_PREFIX,
  POLL_INTERVAL_SECONDS,
  RATIO_FORM,
  RESOLUTIONS,
  STAGES,
  STATUSES,
  VERSION_SEGMENT,
} from './words.ts'

/** All data that verdicts depend on, by their exported names. */
export const LAW = {
  CLAUSES,
  OPEN_POINTS,
  ENDPOINTS,
  READINGS,
  VERSION_SEGMENT,
  KEY_PREFIX,
  RESOLUTIONS,
  BIT_DEPTHS,
  STATUSES,
  FINAL_STATUSES,
  STAGES,
  ERROR_CODES,
  POLL_INTERVAL_SECONDS,
  RATIO_FORM,
  FIELDS,
  ANY_NUMBERS_AS_RATIO,
  POSITIVE_NUMBERS_AS_RATIO,
  BEGINS_LIKE_HTTPS,
  resolutionsInAnyLetterCase: wordsInAnyLetterCase(RESOLUTIONS),
  REFUSING_CLAUSES,
  NAMES_OF_ONES_OWN,
  NETWORKS_OF_ONES_OWN,
  CONTRACT,
}
