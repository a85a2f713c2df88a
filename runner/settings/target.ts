import { VERSION_SEGMENT } from '../../spec/words.ts'

export class UsageError extends Error {
  override name = 'UsageError'
}

/** Where the server is, and how paths are made from its base URL. */
export type Target = {
  baseUrl: string
  origin: string
  /** The path of the base URL, without a slash at its end: "/v1", "/video/v1". */
  basePath: string
  endsWithVersion: boolean
}

export function targetOf(text: string): Target {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new UsageError(
      `${JSON.stringify(text)} is not a URL. Type it like https://api.example.com/${VERSION_SEGMENT}`,
    )
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new UsageError(`The base URL must begin with https:// or http://, not ${url.protocol}//`)
  }
  if (url.username || url.password) throw new UsageError('The base URL must not contain a user name or a password.')
  if (url.search || url.hash) throw new UsageError('The base URL must not contain a query or a fragment.')
  const basePath = url.pathname.replace(/\/+$/, '')
  if (basePath.endsWith('/videos')) {
    throw new UsageError(
      `The base URL ends with the version, without /videos: try ${url.origin}${basePath.replace(/\/videos$/, '')}`,
    )
  }
  if (basePath.endsWith(`/${VERSION_SEGMENT}/${VERSION_SEGMENT}`)) {
    throw new UsageError(
      `The base URL holds the version twice: try ${url.origin}${basePath.slice(0, -VERSION_SEGMENT.length - 1)}`,
    )
  }
  return {
    baseUrl: url.origin + basePath,
    origin: url.origin,
    basePath,
    endsWithVersion: basePath.endsWith(`/${VERSION_SEGMENT}`),
  }
}

export const below = (target: Target, path: string) => target.basePath + path
export const withVersionTwice = (target: Target, path: string) => `${target.basePath}/${VERSION_SEGMENT}${path}`
export const withoutVersion = (target: Target, path: string) =>
  target.basePath.slice(0, -VERSION_SEGMENT.length - 1) + path
