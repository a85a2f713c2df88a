import { createHash } from 'node:crypto'
import { LAW } from './law.ts'
import { opinionsOnTheTable } from './opinions.ts'

let known: string | undefined

/** Names the law that a run was judged by: two runs with the same digest were held to the same rules. */
export function specDigest(): string {
  known ??= digestOfLaw(LAW, opinionsOnTheTable())
  return known
}

/** The oracle is code: it stands in the digest by what it says of a fixed table of bodies. */
export function digestOfLaw(law: object, opinions: readonly string[]): string {
  const text = JSON.stringify([law, opinions], (_, value) => {
    if (value instanceof RegExp) return String(value)
    // That an error has no status of its own is said as well.
    return value === undefined ? 'none' : value
  })
  return createHash('sha256').update(text).digest('hex')
}
