import { describe, expect, it } from 'vitest'
import { FACTS } from '../../runner/judging/handwritten-for-tests.ts'
import { configure } from '../../runner/settings/configuration.ts'
import { bookOf } from './book.ts'
import { book, facts, given, judged, plainest, submitted, takenOn } from './judges-for-tests.ts'

describe('what a run was not given', () => {
  it('is no combination, where nothing but the plainest video was asked for', () => {
    expect(judged('limits.pairings', [takenOn()])).toMatchObject({
      verdict: 'skip',
      reason: 'no combination was tried',
    })
  })

  it('is no image to try', () => {
    const poor = { ...facts, configuration: configure({ seed: 1 }, true) }
    expect(judged('limits.images', [takenOn()], poor)).toMatchObject({
      verdict: 'skip',
      reason: 'this run has no such value to try',
    })
  })

  it('is said of the ways that this profile does not try', () => {
    const standard = { ...facts, configuration: configure({ seed: 1, profile: 'standard', ...given }, true) }
    const { orders } = bookOf({ ...FACTS, ...standard }, plainest)!
    const history = [takenOn(), ...orders.map((each) => submitted(202, each))]
    const remark = expect.stringMatching(/^[2-5] of 11 ways tried$/)
    expect(judged('limits.ratios', history, standard)).toMatchObject({ verdict: 'pass', remark })
    expect(judged('limits.fractions', history, standard)).toMatchObject({ verdict: 'pass', tried: 3 })
    expect(judged('limits.numbers', history, standard)).toMatchObject({
      verdict: 'pass',
      remark: expect.stringMatching(/^[2-9] of \d+ ways tried$/),
    })
  })

  it('is said where the limits of the run left no room for a submission', () => {
    const history = [takenOn(), submitted(202, book.orders[0]!)]
    expect(judged('limits.ends', history)).toMatchObject({
      verdict: 'skip',
      reason: expect.stringMatching(/was not tried: the limits of the run/),
    })
    expect(judged('limits.pairings', history)).toMatchObject({
      verdict: 'skip',
      reason: expect.stringMatching(/submissions were not made: the limits of the run/),
    })
  })

  it('is said where the user wants nothing larger', () => {
    const configuration = configure({ seed: 1, ...given, maxResolution: '720p', maxDuration: 10 }, true)
    const small = { ...facts, configuration }
    const { orders } = bookOf({ ...FACTS, ...small }, plainest)!
    const history = [takenOn(), ...orders.map((each) => submitted(202, each))]
    expect(judged('limits.ends', history, small)).toMatchObject({
      verdict: 'skip',
      reason: 'duration 60 is more than the limits of the run allow',
    })
    expect(judged('limits.words', history, small)).toMatchObject({ verdict: 'skip' })
    expect(judged('limits.pairings', history, small)).toMatchObject({ verdict: 'skip' })
    expect(judged('limits.numbers', history, small)).toMatchObject({ verdict: 'pass' })
  })
})
