import { createHash } from 'node:crypto'

const LETTERS = 'abcdefghijkmnoprstuvwxyz'
const LENGTH = 7

/** Depends on the seed only, so that a run can be repeated. */
export function drawnWord(seed: number, what: string): string {
  const bytes = createHash('sha256').update(`${seed}\n${what}`).digest()
  return Array.from({ length: LENGTH }, (_, at) => LETTERS[bytes[at]! % LETTERS.length]).join('')
}
