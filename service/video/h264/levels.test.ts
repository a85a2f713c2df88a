import { expect, it } from 'vitest'
import { LONGEST_SIDE, levelFor } from './levels.ts'

it.each([
  [854, 480, 24, 30],
  [854, 480, 30, 31],
  [1280, 720, 30, 31],
  [1920, 1080, 24, 40],
  [1920, 1080, 60, 42],
  [2560, 1440, 60, 51],
  [3840, 2160, 30, 51],
  [3840, 2160, 60, 52],
  [3840, 2160, 120, 60],
  [8640, 2160, 60, 61],
  [8640, 2160, 120, 62],
  [2160, 8640, 120, 62],
  [16, 16, 1, 10],
])('%ix%i at %i fps needs level_idc %i', (width, height, fps, level) => {
  expect(levelFor({ width, height }, fps)).toBe(level)
})

it('asks a higher level for a long narrow picture than for its area', () => {
  expect(levelFor({ width: 1600, height: 16 }, 1)).toBe(22)
  expect(levelFor({ width: 320, height: 80 }, 1)).toBe(11)
})

it('has none for what is too long, too large or too fast', () => {
  expect(levelFor({ width: LONGEST_SIDE, height: 16 }, 120)).toBe(60)
  expect(levelFor({ width: LONGEST_SIDE + 2, height: 16 }, 1)).toBeUndefined()
  expect(levelFor({ width: 16_384, height: 2176 }, 120)).toBe(62)
  expect(levelFor({ width: 16_384, height: 2178 }, 1)).toBeUndefined()
  expect(levelFor({ width: 8640, height: 2160 }, 230)).toBeUndefined()
})
