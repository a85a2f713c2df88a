import { wordsInAnyLetterCase } from '../lenient-spelling.ts'
import { RESOLUTIONS } from '../words.ts'
import type { Reason } from './opinion.ts'
import { accept, leaveNullOpen, leaveOpen, refuse, refuseWrongType } from './reasons.ts'
import { shown } from './shown.ts'

const SPELLED_OTHERWISE = new RegExp(wordsInAnyLetterCase(RESOLUTIONS), 'u')

export function judgeResolution(value: unknown): Reason[] {
  if (value === undefined) return []
  if (value === null) return [leaveNullOpen('resolution')]
  if (typeof value !== 'string') return [refuseWrongType('resolution', value)]
  if (RESOLUTIONS.some((listed) => listed === value)) {
    return [accept('submission.listed-words-accepted', 'resolution', `${shown(value)} is a listed resolution`)]
  }
  if (SPELLED_OTHERWISE.test(value)) {
    return [
      leaveOpen('words.other-letter-case', 'resolution', `${shown(value)} is a listed resolution in another spelling`),
    ]
  }
  return [refuse('submission.resolution-listed', 'resolution', `${shown(value)} is not a listed resolution`)]
}
