import type { KeyName } from '../keys/recipes.ts'
import type { RequestTemplate } from './exchange.ts'

/** The key that a request carries as it should, unchanged and once. */
export function keyOf({ headers }: RequestTemplate): KeyName | undefined {
  const values = headers.flatMap(([name, value]) => (name === 'Authorization' ? [value] : []))
  const [, name] = /^Bearer \{\{(A|A2|B|R|U)\}\}$/.exec(values[0] ?? '') ?? []
  return values.length === 1 ? (name as KeyName | undefined) : undefined
}

const GOOD_AUTHORIZATION = /^Bearer \{\{(A|A2|B)\}\}$/

/** However the header's name is written. */
export function carriesGoodKey({ headers }: RequestTemplate): boolean {
  const values = headers.flatMap(([name, value]) => (name.toLowerCase() === 'authorization' ? [value] : []))
  return values.length === 1 && GOOD_AUTHORIZATION.test(values[0]!)
}
