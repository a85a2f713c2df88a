import { ENDPOINTS, type EndpointName } from '../../../spec/endpoints.ts'
import type { Target } from '../../config/target.ts'
import type { RequestTemplate } from '../../history/entry/exchange.ts'
import { asItWas } from '../../keys/recipes.ts'

/** What a request below the base URL asks for, as forgivingly as it may be read. */
export type AskedFor = {
  /** Undefined where it is none of the interface. */
  endpoint: EndpointName | undefined
  /** Below the base URL, query left out. */
  path: string
  /** The id that is asked for, as a server reads it; undefined where its percent signs cannot be read. */
  id?: string | undefined
  hasSlashAtTheEnd: boolean
}

/** Undefined for what does not lie below the base URL. */
export function askedOf({ method, path: whole }: RequestTemplate, target: Target): AskedFor | undefined {
  if (!whole.startsWith(`${target.basePath}/`)) return undefined
  const path = whole.slice(target.basePath.length).split('?')[0]!
  const hasSlashAtTheEnd = path.length > 1 && path.endsWith('/') && !path.endsWith('//')
  const plain = hasSlashAtTheEnd ? path.slice(0, -1) : path
  const segment = /^\/videos\/([^/]+)$/.exec(plain)?.[1]
  const endpoint = ENDPOINTS.find(
    (each) => each.method === method && (each.path.endsWith('{id}') ? segment !== undefined : each.path === plain),
  )?.name
  return {
    endpoint,
    path,
    hasSlashAtTheEnd,
    ...(endpoint === 'GET /videos/{id}' && segment !== undefined && { id: decoded(segment) }),
  }
}

export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(asItWas(text))
  } catch {
    return undefined
  }
}
