import type { Keyring } from '../../keys/keyring.ts'
import { hasRecipes, type KeyName, wholeKeyOf } from '../../keys/placeholders.ts'
import type { RequestTemplate } from '../entry/exchange.ts'

const BEARER = 'Bearer '

/** Values of Authorization headers. */
export function authorizationsIn({ headers }: RequestTemplate): string[] {
  const values: string[] = []
  for (const [name, value] of headers) if (name.toLowerCase() === 'authorization') values.push(value)
  return values
}

/** The key of a request with one valid Authorization header. */
export function keyOf(request: RequestTemplate): KeyName | undefined {
  const [value = '', ...others] = authorizationsIn(request)
  return others.length === 0 && value.startsWith(BEARER) ? wholeKeyOf(value.slice(BEARER.length)) : undefined
}

export function carriesGoodKey(request: RequestTemplate, keyring: Pick<Keyring, 'isGood'>): boolean {
  const key = keyOf(request)
  return key !== undefined && keyring.isGood(key) === true
}

/** The request contains no key anywhere. */
export function isAskedByNobody(request: RequestTemplate): boolean {
  const { path, headers, body = '' } = request
  if (authorizationsIn(request).length > 0) return false
  return [path, ...headers.flat(), body].every((text) => !hasRecipes(text))
}
