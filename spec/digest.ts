import { createHash } from 'node:crypto'
import { CLAUSES } from './clauses.ts'
import { ENDPOINTS } from './endpoints.ts'
import { OPEN_POINTS } from './open-points.ts'
import { BIT_DEPTHS, ERROR_CODES, FIELDS, RESOLUTIONS, STAGES, STATUSES } from './words.ts'

/** Names the law that a run was judged by: two runs with the same digest were held to the same rules. */
export function specDigest(): string {
  const law = { CLAUSES, ENDPOINTS, OPEN_POINTS, BIT_DEPTHS, ERROR_CODES, FIELDS, RESOLUTIONS, STAGES, STATUSES }
  const text = JSON.stringify(law, (_, value) => (value instanceof RegExp ? value.source : value))
  return createHash('sha256').update(text).digest('hex')
}
