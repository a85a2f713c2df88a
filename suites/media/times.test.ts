import { expect, it } from 'vitest'
import { hasRate, lasts } from './sizes.ts'

it.each([
  [5, 5, 24, true],
  [5.15, 5, 24, true],
  [4.8, 5, 24, false],
  [3, 1, 1, true],
  [5, 1, 1, false],
  [10, 60, 24, false],
])('%s s for %s s at %s fps: %s', (seconds, asked, fps, right) => {
  expect(lasts(seconds, { seconds: asked, fps })).toBe(right)
})

it.each([
  [{ fps: 24 }, 24, true],
  [{ fps: 23.976 }, 24, true],
  [{ fps: 12, frames: 60, seconds: 5 }, 24, false],
  // One picture of one second.
  [{ fps: 1, frames: 1, seconds: 1 }, 1, true],
  [{ fps: 24, frames: 24, seconds: 1 }, 1, false],
  [{ fps: 23.4, frames: 117, seconds: 5, variable: { commonFps: 24, share: 0.9 } }, 24, undefined],
  [{ fps: 15, frames: 75, seconds: 5, variable: { commonFps: 15, share: 0.9 } }, 24, false],
])('%j for %s fps: %s', (seen, fps, right) => {
  expect(hasRate(seen, { fps })).toBe(right)
})
