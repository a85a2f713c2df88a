import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { exactVideo } from './exact-video.ts'
import type { Film } from './film.ts'

const FILM: Film = { width: 854, height: 480, seconds: 5, fps: 24, bitDepth: 8, name: 'a', caption: '480p 16:9 5s' }

afterEach(() => void vi.useRealTimers())

async function read(bytes: Uint8Array) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const track = (await input.getPrimaryVideoTrack())!
  const packets = []
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
  return { track, packets, input }
}

describe('an exact video', () => {
  it.each([
    [{}, 120, 5],
    [{ seconds: 1, fps: 1 }, 1, 1],
    [{ seconds: 2.5, fps: 23.976 }, 60, 60 / 23.976],
    [{ seconds: 59.999, fps: 29.97 }, 1798, 1798 / 29.97],
    [{ seconds: 1.5, fps: 1 }, 2, 2],
    [{ seconds: 60, fps: 120, width: 8640, height: 2160, bitDepth: 10 as const }, 7200, 60],
    [{ width: 2, height: 2 }, 120, 5],
    [{ width: 24, height: 16_880 }, 120, 5],
  ])('has the properties of %j', async (wishes, frames, seconds) => {
    const film = { ...FILM, ...wishes }
    const { track, packets } = await read(await exactVideo(film))
    expect([await track.getCodedWidth(), await track.getCodedHeight()]).toEqual([film.width, film.height])
    expect(packets.length).toBe(frames)
    expect(await track.computeDuration()).toBeCloseTo(seconds, 5)
    for (const [nth, { timestamp }] of packets.entries()) expect(timestamp).toBeCloseTo((nth * seconds) / frames, 5)
  })

  it('has the same bytes at any time', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
    const one = await exactVideo(FILM)
    vi.setSystemTime(Date.UTC(2036, 5, 1))
    for (let each = 0; each < 8; each++) await exactVideo({ ...FILM, name: `other ${each}` })
    const other = await exactVideo(FILM)
    expect(other).not.toBe(one)
    expect(Buffer.from(other).equals(one)).toBe(true)
  })

  it('is cached for concurrent and repeated requests, and evicted after some others', async () => {
    const film = { ...FILM, name: 'again' }
    const [one, same] = await Promise.all([exactVideo(film), exactVideo({ ...film })])
    expect(same).toBe(one)
    for (let each = 0; each < 7; each++) {
      await exactVideo({ ...FILM, name: `other ${each}` })
      expect(await exactVideo(film)).toBe(one)
    }
  })
})
