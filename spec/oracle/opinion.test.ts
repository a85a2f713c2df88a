import { describe, expect, it } from 'vitest'
import { inWords } from './in-words.ts'
import { opinionFrom } from './opinion.ts'
import { accept, leaveOpen, refuse, refuseOrLetTheJobFail } from './reasons.ts'

const mustAccept = accept('submission.accepted-with-202', 'fps', '')
const shouldAccept = accept('submission.fractions-accepted', 'fps', '')
const open = leaveOpen('body.extra-fields', 'body', '')
const shouldRefuse = refuse('submission.types-checked', 'fps', '')
const mustRefuse = refuse('submission.model-required', 'model', '')
const mustRefuseLater = refuseOrLetTheJobFail('submission.image-is-public-https', 'image_url', '')

describe('reasons together', () => {
  it.each([
    ['nothing against it', [mustAccept], 'accept (must): submission.accepted-with-202'],
    ['a should among musts', [mustAccept, shouldAccept], 'accept (should): submission.fractions-accepted'],
    ['open outweighs acceptance', [mustAccept, shouldAccept, open], 'open: body.extra-fields'],
    ['refusal outweighs open', [open, shouldRefuse, mustAccept], 'refuse (should): submission.types-checked'],
    ['must outweighs should', [shouldRefuse, mustRefuse], 'refuse (must): submission.model-required'],
    [
      'a late refusal alone',
      [mustRefuseLater, open],
      'refuse (must, or the job fails): submission.image-is-public-https',
    ],
    [
      'a late refusal beside one at once',
      [mustRefuseLater, mustRefuse],
      'refuse (must): submission.image-is-public-https, submission.model-required',
    ],
  ])('%s', (_, reasons, expected) => {
    expect(inWords(opinionFrom(reasons))).toBe(expected)
  })

  it('are all kept, whichever decides', () => {
    const reasons = [mustAccept, open, mustRefuse]
    expect(opinionFrom(reasons).reasons).toEqual(reasons)
  })
})
