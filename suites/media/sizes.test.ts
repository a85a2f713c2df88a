import { expect, it } from 'vitest'
import { type AskedVideo, askedOf } from '../../spec/asked.ts'
import { hasRate, hasShape, isOfClass, lasts } from './sizes.ts'

type Row = [resolution: AskedVideo['resolution'], ratio: string, sizes: string]
const sizesIn = (text: string) =>
  text.split(' ').map((each) => {
    const [width = 0, height = 0] = each.split('x').map(Number)
    return { width, height }
  })
const asked = (resolution: string, ratio: string) => askedOf({ resolution, ratio })!

const RIGHT: Row[] = [
  ['480p', '16:9', '854x480 848x480 852x480 864x480 832x480 864x496 840x472'],
  ['480p', '9:16', '480x854 480x848 270x480 272x480'],
  ['480p', '21:9', '1120x480 978x418 1120x464 854x366'],
  ['720p', '4:3', '960x720 1108x832'],
  ['1080p', '16:9', '1920x1080 1920x1088 1904x1072'],
  ['1080p', '21:9', '2520x1080 1920x822 2200x943'],
  ['1080p', '1:4', '1080x4320 270x1080 720x2880'],
  ['2k', '16:9', '2560x1440 2048x1152 2048x1080'],
  ['4k', '16:9', '3840x2160 4096x2304 4096x2160'],
  ['4k', '4:1', '8640x2160 3840x960 5760x1440'],
]

const OF_ANOTHER_CLASS: Row[] = [
  ['480p', '16:9', '1280x720 640x360 426x240'],
  ['1080p', '16:9', '1280x720 2560x1440 2048x1152'],
  ['2k', '16:9', '1920x1080 3840x2160'],
  ['4k', '16:9', '2560x1440 1920x1080 7680x4320'],
]

const OF_ANOTHER_SHAPE: Row[] = [
  ['480p', '16:9', '640x480 480x854 1120x480'],
  ['720p', '9:16', '1280x720 720x960'],
  ['1080p', '16:9', '2048x1080'],
  ['4k', '4:3', '4096x2160'],
]

it.each(RIGHT)('%s in %s is met by %s', (resolution, ratio, sizes) => {
  for (const size of sizesIn(sizes)) {
    expect([size, isOfClass(size, asked(resolution, ratio))]).toEqual([size, true])
    expect([size, hasShape(size, asked(resolution, ratio))]).toEqual([size, true])
  }
})

it.each(OF_ANOTHER_CLASS)('%s in %s is not met by %s', (resolution, ratio, sizes) => {
  for (const size of sizesIn(sizes)) expect([size, isOfClass(size, asked(resolution, ratio))]).toEqual([size, false])
})

it.each(OF_ANOTHER_SHAPE)('%s in %s does not match the ratio of %s', (resolution, ratio, sizes) => {
  for (const size of sizesIn(sizes)) expect([size, hasShape(size, asked(resolution, ratio))]).toEqual([size, false])
})

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
  // A single picture of one second.
  [{ fps: 1, frames: 1, seconds: 1 }, 1, true],
  [{ fps: 24, frames: 24, seconds: 1 }, 1, false],
  [{ fps: 23.4, frames: 117, seconds: 5, variable: { commonFps: 24, share: 0.9 } }, 24, undefined],
  [{ fps: 15, frames: 75, seconds: 5, variable: { commonFps: 15, share: 0.9 } }, 24, false],
])('%j for %s fps: %s', (seen, fps, right) => {
  expect(hasRate(seen, { fps })).toBe(right)
})
