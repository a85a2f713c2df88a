import { createHash } from 'node:crypto'
import type { Target } from '../../../engine/config/target.ts'
import type { Dialect } from '../../../engine/history/entry/dialect.ts'
import type { Exchange } from '../../../engine/history/entry/exchange.ts'
import { inPath } from '../../../engine/http/requests.ts'

/** In base64url characters: 16 million names, of which the largest profile uses some ten thousand. */
const NAME_LENGTH = 4
const PARTS = /[\w%.:-]+/g
const LEAST_RANDOM = 6

/**
 * A short name for each request, by its number, to find requests that two runs both sent: stable, independent of the
 * base URL, ids and aliases.
 */
export function asksIn(
  exchanges: Iterable<Exchange>,
  { basePath }: Target,
  { alias, models }: Dialect,
  jobIds: ReadonlySet<string>,
): ReadonlyMap<number, string> {
  const ids = new Set([...jobIds].map(inPath))
  const aliases = new Set([...(models?.aliases ?? []), ...(alias === undefined ? [] : [alias])].map(quoted))
  const withoutRandom = (part: string) => (part.length >= LEAST_RANDOM && /\d/.test(part) ? '…' : part)
  const named = (segment: string) => (ids.has(segment) ? '{id}' : segment.replace(PARTS, withoutRandom))
  const names = new Map<number, string>()
  for (const { n, request, purpose } of exchanges) {
    const { method, path, headers, body = '' } = request
    const below = path.startsWith(basePath) ? path.slice(basePath.length) : path
    names.set(
      n,
      nameOf([
        method,
        below.split('/').map(named).join('/'),
        headers.filter(([name]) => name.toLowerCase() !== 'user-agent'),
        [...aliases].reduce((text, each) => text.replaceAll(each, '"{alias}"'), body),
        // The record of a job depends on the submission.
        purpose.job === undefined || purpose.job === n ? '' : (names.get(purpose.job) ?? ''),
      ]),
    )
  }
  return names
}

const quoted = (text: string) => JSON.stringify(text)
const nameOf = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, NAME_LENGTH)
