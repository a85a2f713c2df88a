import type { Header } from '../../history/entry/exchange.ts'

/** Of what is no web address, in a sentence. */
export const LONGEST_PLACE = 80

type Answered = { status: number; headers: readonly Header[] }

export function headerIn(headers: readonly Header[], name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1]
}

/** Where an answer sends whoever asked for `url`, if anywhere; nowhere is what is no web address, in the server's own words. */
export function redirectedTo(
  { status, headers }: Answered,
  url: string,
): { url: string } | { nowhere: string } | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined
  const location = headerIn(headers, 'location')
  if (location === undefined) return undefined
  const next = URL.canParse(location, url) ? new URL(location, url) : undefined
  if (!next || !/^https?:$/.test(next.protocol)) return { nowhere: location }
  // What stands behind # is not asked for.
  next.hash = ''
  return { url: next.href }
}
