import { createHash } from 'node:crypto'
import { LAW } from './law.ts'
import { opinionsOnTheTable } from './opinions.ts'

let known: string | undefined

/** Identifies the specification data that a run was judged by: ids, levels, sections, ranges and words. */
export function specDigest(): string {
  known ??= digestOfLaw(LAW, opinionsOnTheTable())
  return known
}

/** Raise it when the digest covers more or less, and add the value so far to EARLIER_DIGESTS. Version 1 covered prose. */
const DIGEST_VERSION = 2

/** Members with prose: rewording them changes no verdict. Descriptions in a contract identify interactions, so they count. */
export const PROSE: ReadonlySet<string> = new Set(['rule', 'explanation', 'question', 'does', 'meaning'])

/** The oracle is code, so the digest covers its verdicts on a fixed table of bodies. */
export function digestOfLaw(law: object, opinions: readonly string[]): string {
  const text = JSON.stringify([DIGEST_VERSION, law, opinions], (name, value) => {
    if (PROSE.has(name)) return undefined
    if (value instanceof RegExp) return String(value)
    // An error code without a status of its own counts too.
    return value === undefined ? 'none' : value
  })
  return createHash('sha256').update(text).digest('hex')
}
