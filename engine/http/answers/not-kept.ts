import { createHash } from 'node:crypto'
import { BOUNDS } from '../../config/bounds/bounds.ts'

/** What nobody here can read, somebody else may: only how much it was is kept, and which keys were seen in it at a guess. */
export function inPlaceOf(bytes: Buffer, recipes: readonly string[] = []): string {
  const digest = createHash('sha256').update(bytes).digest('hex')
  const shown = [...new Set(recipes)].slice(0, BOUNDS.recipesOfUnread.most)
  const seen = shown.length === 0 ? '' : `; contains ${shown.join(', ')}`
  return `(unreadable, not kept: ${bytes.length} bytes, SHA-256 ${digest}${seen})`
}
