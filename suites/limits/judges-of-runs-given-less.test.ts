import { describe, expect, it } from 'vitest'
import { configure } from '../../engine/config/configuration.ts'
import { FACTS } from '../../engine/judge/handwritten-for-tests.ts'
import { bookOf } from './book.ts'
import { facts, given, judged, plainest, submitted, takenOn } from './judges-for-tests.ts'

describe('what a run was not given', () => {
  it('is said where the user wants nothing larger', () => {
    const configuration = configure({ seed: 1, ...given, maxResolution: '720p', maxDuration: 10 }, true)
    const small = { ...facts, configuration }
    const { orders } = bookOf({ ...FACTS, ...small }, plainest)!
    const history = [takenOn(), ...orders.map((each) => submitted(202, each))]
    expect(judged('submission.range-ends-accepted', history, small)).toMatchObject({
      verdict: 'skip',
      reason: 'duration 60 exceeds the limits of the run',
    })
    expect(judged('submission.listed-words-accepted', history, small)).toMatchObject({ verdict: 'skip' })
    expect(judged('submission.combinations-accepted', history, small)).toMatchObject({ verdict: 'skip' })
    expect(judged('submission.number-spellings-accepted', history, small)).toMatchObject({ verdict: 'pass' })
  })
})
