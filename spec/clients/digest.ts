import { digestOfLaw } from '../digest.ts'
import { LAW } from '../law.ts'
import { opinionsOnTheTable } from '../opinions.ts'
import { CLIENT_CLAUSES } from './clauses.ts'
import { CLIENT_OPEN_POINTS } from './open-points.ts'

let known: string | undefined

/** Identifies the data that clients were judged by. It includes the data for servers: both use the same words and ranges. */
export function clientLawDigest(): string {
  known ??= digestOfLaw({ ...LAW, CLIENT_CLAUSES, CLIENT_OPEN_POINTS }, opinionsOnTheTable())
  return known
}
