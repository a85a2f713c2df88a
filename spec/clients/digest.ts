import { digestOfLaw } from '../digest.ts'
import { LAW } from '../law.ts'
import { opinionsOnTheTable } from '../opinions.ts'
import { CLIENT_CLAUSES } from './clauses.ts'
import { CLIENT_OPEN_POINTS } from './open-points.ts'

let known: string | undefined

/** Names the law that clients were judged by. What binds servers is part of it: of the same words and ranges, both are made. */
export function clientLawDigest(): string {
  known ??= digestOfLaw({ ...LAW, CLIENT_CLAUSES, CLIENT_OPEN_POINTS }, opinionsOnTheTable())
  return known
}
