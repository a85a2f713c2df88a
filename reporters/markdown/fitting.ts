import { LIMITS } from '../../engine/config/limits.ts'
import { counted } from '../words/counted.ts'

/** Joins blocks, with as many of the middle ones as fit. */
export function fitted({ first, middle, last }: Record<'first' | 'middle' | 'last', readonly string[]>): string {
  return `${[...first, ...fitting(middle, LIMITS.summaryBytes - bytesOf([...first, ...last])), ...last].join('\n\n')}\n`
}

/** Whole blocks only: a truncated block could end inside a fence. */
function fitting(blocks: readonly string[], most: number): string[] {
  const kept: string[] = []
  let left = most - 200
  for (const block of blocks) {
    left -= bytesOf([block])
    if (left < 0) break
    kept.push(block)
  }
  const missing = blocks.length - kept.length
  if (missing === 0) return kept
  return [
    ...kept,
    `… ${counted(missing, 'section')} omitted to keep the summary short; the other reports have everything.`,
  ]
}

const bytesOf = (blocks: readonly string[]) => blocks.reduce((sum, block) => sum + Buffer.byteLength(block) + 2, 0)
