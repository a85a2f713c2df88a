import type { Explanation } from '../clause.ts'
import type { authorization as clauses } from '../clauses/authorization.ts'
import { authorizationHeader } from './authorization-header.ts'
import { authorizationKeys } from './authorization-keys.ts'

export const authorization: Record<(typeof clauses)[number]['id'], Explanation> = {
  ...authorizationHeader,
  ...authorizationKeys,
}
