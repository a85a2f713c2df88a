import { ANY_NUMBERS_AS_RATIO, POSITIVE_NUMBERS_AS_RATIO } from '../lenient-spelling.ts'
import { FIELDS, RATIO_FORM } from '../words.ts'
import type { Reason } from './opinion.ts'
import { accept, leaveNullOpen, leaveOpen, refuse, refuseWrongType } from './reasons.ts'
import { shown } from './shown.ts'

const NUMBERS = new RegExp(ANY_NUMBERS_AS_RATIO, 'u')
const POSITIVE = new RegExp(POSITIVE_NUMBERS_AS_RATIO, 'u')
const LEADING_ZERO = /(?:^|:)0/
const WIDEST = 4n

export function judgeRatio(value: unknown): Reason[] {
  if (value === undefined) return []
  if (value === null) return [leaveNullOpen('ratio')]
  if (typeof value !== 'string') return [refuseWrongType('ratio', value)]
  if (value === FIELDS.ratio.default) {
    return [accept('submission.accepted-with-202', 'ratio', `${value} is the documented default`)]
  }
  if (!NUMBERS.test(value)) return [refuse('submission.ratio-form', 'ratio', `${shown(value)} is not width:height`)]
  if (!POSITIVE.test(value)) {
    return [refuse('submission.ratio-parts-positive', 'ratio', `${shown(value)} has a part that is zero or negative`)]
  }
  if (!RATIO_FORM.test(value) || LEADING_ZERO.test(value)) {
    return [leaveOpen('ratio.lenient-spelling', 'ratio', `${shown(value)} is not a ratio of plain whole numbers`)]
  }
  if (isExtreme(value)) return [leaveOpen('ratio.extreme', 'ratio', `${shown(value)} is outside 1:4 to 4:1`)]
  return [accept('submission.ordinary-ratios-accepted', 'ratio', `${shown(value)} is between 1:4 and 4:1`)]
}

/** In big integers: rounding must not move a ratio across the bound. */
function isExtreme(ratio: string): boolean {
  const [width, height] = ratio.split(':').map(BigInt) as [bigint, bigint]
  return width > height * WIDEST || height > width * WIDEST
}
