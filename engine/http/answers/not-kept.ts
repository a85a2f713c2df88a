import { createHash } from 'node:crypto'

const MOST_RECIPES = 20

/** Stands for a body that cannot be read here but may show a key to others. `recipes`: the keys found in it by guessing. */
export function inPlaceOf(bytes: Buffer, recipes: readonly string[] = []): string {
  const digest = createHash('sha256').update(bytes).digest('hex')
  const shown = [...new Set(recipes)].slice(0, MOST_RECIPES)
  const seen = shown.length === 0 ? '' : `; contains ${shown.join(', ')}`
  return `(unreadable, not kept: ${bytes.length} bytes, SHA-256 ${digest}${seen})`
}
