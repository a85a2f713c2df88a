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

describe('a film', () => {
  it.each(['1000:1', '1:1000', '1000000:1', '1e400:1', '1:1e400', '30:1', '1:36'])(
    'of %s stays within the limits of H.264, with the usual area',
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

  it('can be made from invalid parameters', () => {
    const odd = film({ resolution: '8k', ratio: '0:wide', duration: -1, fps: 1e9, bit_depth: 12 })
    expect(odd).toMatchObject({ width: 854, height: 480, seconds: 1, fps: 120, bitDepth: 8 })
    expect(film({ resolution: 'x'.repeat(100_000), duration: 1e9, fps: 0 })).toMatchObject({ seconds: 60, fps: 1 })
    expect(film({ resolution: 'x'.repeat(100_000) }).caption.length).toBe(80)
  })
})
