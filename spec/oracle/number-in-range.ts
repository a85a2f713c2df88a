import type { ClauseId } from '../clauses.ts'
import { FIELDS } from '../words.ts'
import type { Reason } from './opinion.ts'
import { accept, leaveNullOpen, refuse, refuseWrongType } from './reasons.ts'

const OUTSIDE = {
  duration: 'submission.duration-in-range',
  fps: 'submission.fps-in-range',
} as const satisfies Record<string, ClauseId>

export function judgeNumberInRange(field: keyof typeof OUTSIDE, value: unknown): Reason[] {
  if (value === undefined) return []
  if (value === null) return [leaveNullOpen(field)]
  if (typeof value !== 'number') return [refuseWrongType(field, value)]

  const { least, most } = FIELDS[field]
  if (!(value >= least && value <= most)) {
    return [refuse(OUTSIDE[field], field, `${field} is ${value}, outside ${least} to ${most}`)]
  }
  if (!Number.isInteger(value)) {
    return [accept('submission.fractions-accepted', field, `${field} is ${value}, a fraction inside its range`)]
  }
  const atAnEnd = value === least || value === most
  const by = atAnEnd ? 'submission.range-ends-accepted' : 'submission.accepted-with-202'
  return [accept(by, field, `${field} is ${value}, ${atAnEnd ? 'an end of' : 'inside'} its range`)]
}
