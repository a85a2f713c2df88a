import { createHash } from 'node:crypto'

const LETTERS = 'abcdefghijkmnoprstuvwxyz'
const LENGTH = 7

/** The same for each seed, so that what was played can be played again. */
export function drawnWord(seed: number, what: string): string {
  const bytes = createHash('sha256').update(`${seed}\n${what}`).digest()
  return Array.from({ length: LENGTH }, (_, at) => LETTERS[bytes[at]! % LETTERS.length]).join('')
}
