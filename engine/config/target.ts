import { KEY_PREFIX, VERSION_SEGMENT } from '../../spec/words.ts'

/** Shown instead of the base URL of the embedded service, whose port changes. */
export const EMBEDDED = 'the embedded reference service'

export class UsageError extends Error {
  override name = 'UsageError'
}

/** Names are not resolved. */
const THIS_MACHINE =
  /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])\.?$/

export const isOnThisMachine = ({ hostname }: Pick<URL, 'hostname'>) => THIS_MACHINE.test(hostname)

/** Plain http to a remote host: keys can be read and responses changed in transit. */
export const isPlainHttpElsewhere = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && !isOnThisMachine({ hostname })

export function refusePlainHttp(url: URL, what = 'The base URL'): void {
  if (!isPlainHttpElsewhere(url)) return
  throw new UsageError(
    `${what} uses plain http:// to a remote host (${url.host}), so keys can be read and responses changed in transit. Use https://, or allow it with --allow-http (allowHttp: true)`,
  )
}

export type Target = {
  baseUrl: string
  origin: string
  /** "/v1", "/video/v1"; no slash at the end. */
  basePath: string
  endsWithVersion: boolean
}

type Secrets = { shows(text: string): boolean; words: { isIn(text: string): boolean } }

/** The base URL is shown in every report and logged by proxies, so it must contain no secret. */
export function refuseSecretsIn(baseUrl: string, secrets: Secrets): void {
  if (secrets.shows(baseUrl))
    throw new UsageError(
      'The base URL contains an API key. Leave it out and set it in GATECHECK_KEY: keys are sent in the Authorization header. If others may have seen this URL, replace the key in the dashboard.',
    )
  if (secrets.words.isIn(baseUrl))
    throw new UsageError('--redact: the word is part of the base URL, which every report shows: leave it out')
}

/** Redacts what starts like a key. */
export const keyless = (text: string) =>
  text.replace(LIKE_A_KEY, (found) => `${KEY_PREFIX}…${/[.:;,]$/.exec(found)?.[0] ?? ''}`)
const LIKE_A_KEY = new RegExp(`${KEY_PREFIX}[^\\s/?#&'"]{8,}`, 'g')

export function targetOf(text: string): Target {
  if (!URL.canParse(text))
    throw new UsageError(
      `${JSON.stringify(keyless(text))} is not a URL. Write it as https://api.example.com/${VERSION_SEGMENT}`,
    )
  const url = new URL(text)
  const refuse = (why: string) => {
    throw new UsageError(`The base URL ${why}`)
  }
  if (!['https:', 'http:'].includes(url.protocol)) refuse(`must begin with https:// or http://, not ${url.protocol}//`)
  if (url.username || url.password) refuse('must not contain a user name or a password.')
  if (url.search || url.hash) refuse('must not contain a query or a fragment.')
  const basePath = url.pathname.replace(/(?<!\/)\/+$/, '')
  if (basePath.endsWith('/videos'))
    refuse(`must end with the version, without /videos: try ${url.origin}${basePath.replace(/\/videos$/, '')}`)
  if (basePath.endsWith(`/${VERSION_SEGMENT}/${VERSION_SEGMENT}`))
    refuse(`contains the version twice: try ${url.origin}${basePath.slice(0, -VERSION_SEGMENT.length - 1)}`)
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
