import type { EndpointName } from '../../../spec/endpoints.ts'
import { KEY_PREFIX, VERSION_SEGMENT } from '../../../spec/words.ts'
import type { Target } from '../../config/target.ts'
import { endpointOf } from '../../http/requests.ts'

const BELOW_A_VERSION = new RegExp(`^(.*?/${VERSION_SEGMENT})/`)
const baseOf = (basePath: string): Target => ({ baseUrl: basePath, origin: '', basePath, endsWithVersion: true })

/** Paths of a contract may be relative to the base URL or include the version. */
export function endpointAsked(method: string, path: string): EndpointName | undefined {
  const request = { method: method.toUpperCase(), path, headers: [] }
  const base = BELOW_A_VERSION.exec(path)?.[1] ?? ''
  return endpointOf(request, baseOf('')) ?? (base === '' ? undefined : endpointOf(request, baseOf(base)))
}

/** The path relative to a base URL. */
export function belowTheVersion(method: string, path: string): string {
  const base = BELOW_A_VERSION.exec(path)?.[1] ?? ''
  const isBelow = endpointOf({ method: method.toUpperCase(), path, headers: [] }, baseOf('')) !== undefined
  return isBelow ? path : path.slice(base.length)
}

const LIKE_A_KEY = new RegExp(`${KEY_PREFIX}[\\w%-]+`, 'g')

/** Redacts what looks like a key. */
export const withoutKeys = (text: string) => text.replace(LIKE_A_KEY, `${KEY_PREFIX}…`)

/** The path without query and keys. */
export const pathShown = (path: string) => withoutKeys(path.split('?')[0]!)
