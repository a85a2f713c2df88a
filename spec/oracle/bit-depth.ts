import { BIT_DEPTHS } from '../words.ts'
import type { Reason } from './opinion.ts'
import { accept, leaveNullOpen, refuse, refuseWrongType } from './reasons.ts'

export function judgeBitDepth(value: unknown): Reason[] {
  if (value === undefined) return []
  if (value === null) return [leaveNullOpen('bit_depth')]
  if (typeof value !== 'number') return [refuseWrongType('bit_depth', value)]
  if (BIT_DEPTHS.some((listed) => listed === value)) {
    return [accept('submission.listed-words-accepted', 'bit_depth', `${value} is a listed bit depth`)]
  }
  return [refuse('submission.bit-depth-listed', 'bit_depth', `${value} is not a listed bit depth`)]
}
