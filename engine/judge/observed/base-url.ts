import { ENDPOINTS } from '../../../spec/endpoints.ts'
import { VERSION_SEGMENT } from '../../../spec/words.ts'
import { partsOf } from './seen.ts'

const PATHS = ENDPOINTS.map(({ path }) => path.replace('{id}', '[^/]+')).join('|')
const BELOW_THE_VERSION = new RegExp(`^(.*?/${VERSION_SEGMENT})(?:${PATHS})(?:\\?|$)`)
const TWICE = `/${VERSION_SEGMENT}/${VERSION_SEGMENT}`

/** The address ending in the version below which most requests ask for an endpoint of the interface. */
export function baseUrlIn(urls: Iterable<string>): string | undefined {
  const counts = new Map<string, number>()
  for (const url of urls) {
    const parts = partsOf(url)
    const prefix = parts && BELOW_THE_VERSION.exec(parts.path)?.[1]
    if (!prefix || prefix.endsWith(TWICE)) continue
    const base = parts.origin + prefix
    counts.set(base, (counts.get(base) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one)
  return most?.[0]
}
