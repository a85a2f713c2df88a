import { describe, expect, it } from 'vitest'
import { RESOLUTIONS } from '../../spec/words.ts'
import type { JobParameters } from '../store/job.ts'
import { levelFor } from '../video/h264/levels.ts'
import { filmOf } from './films.ts'

const film = (order: Partial<JobParameters> = {}) =>
  filmOf({
    ...{ model: 'm', prompt: 'A lighthouse', image_url: null },
    ...{ resolution: '480p', ratio: '16:9', duration: 5, fps: 24, bit_depth: 8 },
    ...order,
  })
const sizeOf = (resolution: string, ratio: string) => {
  const { width, height } = film({ resolution, ratio, fps: 120 })
  return `${width}x${height}`
}

describe('a film', () => {
  it.each([
    ['480p', '16:9', '854x480'],
    ['720p', '16:9', '1280x720'],
    ['1080p', '16:9', '1920x1080'],
    ['2k', '16:9', '2560x1440'],
    ['4k', '16:9', '3840x2160'],
    ['4k', '9:16', '2160x3840'],
    ['1080p', '1:1', '1080x1080'],
    ['720p', '4:3', '960x720'],
    ['480p', '1:4', '480x1920'],
    ['4k', '4:1', '8640x2160'],
    [' 4K', '04:1.0', '8640x2160'],
  ])('of %s at %s is %s', (resolution, ratio, size) => expect(sizeOf(resolution, ratio)).toBe(size))

  it.each(['1000:1', '1:1000', '1000000:1', '1e400:1', '1:1e400', '30:1', '1:36'])(
    'of %s keeps to what H.264 can show, and to the usual area',
    (ratio) => {
      for (const resolution of RESOLUTIONS) {
        const { width, height } = film({ resolution, ratio })
        expect(levelFor({ width, height }, 120)).toBeDefined()
        const usual = film({ resolution })
        const asTold = Math.min(width, height) === usual.height
        if (!asTold) expect((width * height) / (usual.width * usual.height)).toBeCloseTo(1, 1)
        expect(width > height).toBe(!ratio.startsWith('1:'))
        expect([width % 2, height % 2]).toEqual([0, 0])
      }
    },
  )

  it('keeps the rate, length and depth that were ordered', () => {
    expect(film({ duration: 59.999, fps: 23.976, bit_depth: 10 })).toMatchObject({
      seconds: 59.999,
      fps: 23.976,
      bitDepth: 10,
      caption: '480p 16:9 59.999s 23.976fps 10bit',
    })
  })

  it('can be made of what no server should have taken', () => {
    const odd = film({ resolution: '8k', ratio: '0:wide', duration: -1, fps: 1e9, bit_depth: 12 })
    expect(odd).toMatchObject({ width: 854, height: 480, seconds: 1, fps: 120, bitDepth: 8 })
    expect(film({ resolution: 'x'.repeat(100_000), duration: 1e9, fps: 0 })).toMatchObject({ seconds: 60, fps: 1 })
    expect(film({ resolution: 'x'.repeat(100_000) }).caption.length).toBe(80)
  })
})
