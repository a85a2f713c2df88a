import type { EndpointName } from '../../../spec/endpoints.ts'
import { KEY_PREFIX, VERSION_SEGMENT } from '../../../spec/words.ts'
import type { Target } from '../../config/target.ts'
import { endpointOf } from '../../http/requests.ts'

const BELOW_A_VERSION = new RegExp(`^(.*?/${VERSION_SEGMENT})/`)
const baseOf = (basePath: string): Target => ({ baseUrl: basePath, origin: '', basePath, endsWithVersion: true })

/** A contract's paths begin where its mock server was: below the base URL, or with the version before them. */
export function endpointAsked(method: string, path: string): EndpointName | undefined {
  const request = { method: method.toUpperCase(), path, headers: [] }
  const base = BELOW_A_VERSION.exec(path)?.[1] ?? ''
  return endpointOf(request, baseOf('')) ?? (base === '' ? undefined : endpointOf(request, baseOf(base)))
}

/** The same path as it stands below a base URL. */
export function belowTheVersion(method: string, path: string): string {
  const base = BELOW_A_VERSION.exec(path)?.[1] ?? ''
  const isBelow = endpointOf({ method: method.toUpperCase(), path, headers: [] }, baseOf('')) !== undefined
  return isBelow ? path : path.slice(base.length)
}

const LIKE_A_KEY = new RegExp(`${KEY_PREFIX}[\\w%-]+`, 'g')

/** Words of a file for people, without what looks like a key. */
export const withoutKeys = (text: string) => text.replace(LIKE_A_KEY, `${KEY_PREFIX}…`)

/** A path for people, without what stands behind a question mark, and without a key. */
export const pathShown = (path: string) => withoutKeys(path.split('?')[0]!)
