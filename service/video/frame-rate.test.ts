import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wholeRate } from './frame-rate.ts'

it.each([
  [1, 1, 1],
  [24, 24, 1],
  [49, 49, 1],
  [120, 120, 1],
  [2.5, 5, 2],
  [12.5, 25, 2],
  [23.976, 2997, 125],
  [24000 / 1001, 24000, 1001],
  [29.97, 2997, 100],
  [59.94, 2997, 50],
  [59.999, 59999, 1000],
  [119.88, 2997, 25],
])('%d fps are %i frames in %i s', (fps, frames, seconds) => {
  expect(wholeRate(fps)).toEqual({ frames, seconds })
})

it('errs by less than a thousandth of a frame in a minute, and fits into 32 bits', () => {
  const fps = fc.double({ min: 1, max: 120, noNaN: true })
  const property = fc.property(fps, (wanted) => {
    const { frames, seconds } = wholeRate(wanted)
    expect(Math.abs(frames / seconds - wanted) * 60).toBeLessThan(0.001)
    expect(frames * 2).toBeLessThan(2 ** 32)
    expect(Number.isInteger(frames) && Number.isInteger(seconds) && seconds > 0).toBe(true)
  })
  fc.assert(property, { seed: 1 })
})
