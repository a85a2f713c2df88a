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

/** The content of the box that lies at a path of names. */
function boxOf(bytes: Uint8Array, ...[name, ...rest]: string[]): Buffer {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < file.length; at += file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) !== name) continue
    const content = file.subarray(at + 8, at + file.readUInt32BE(at))
    return rest.length > 0 ? boxOf(content, ...rest) : content
  }
  throw new Error(`There is no ${name}`)
}
const TABLES = ['moov', 'trak', 'mdia', 'minf', 'stbl']

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
  ])('has what %j says', async (wishes, frames, seconds) => {
    const film = { ...FILM, ...wishes }
    const { track, packets } = await read(await exactVideo(film))
    expect([await track.getCodedWidth(), await track.getCodedHeight()]).toEqual([film.width, film.height])
    expect(packets.length).toBe(frames)
    expect(await track.computeDuration()).toBeCloseTo(seconds, 5)
    for (const [nth, { timestamp }] of packets.entries()) expect(timestamp).toBeCloseTo((nth * seconds) / frames, 5)
  })

  it('can be begun with every five seconds, or every 240 frames', async () => {
    const keysOf = async (film: Film) =>
      (await read(await exactVideo(film))).packets.flatMap(({ type }, nth) => (type === 'key' ? [nth] : []))
    expect(await keysOf({ ...FILM, seconds: 30, fps: 24 })).toEqual([0, 240, 480])
    expect(await keysOf({ ...FILM, seconds: 12, fps: 100 })).toEqual([0, 500, 1000])
  })

  it('is told in few bytes', async () => {
    const sizeOf = async (film: Film) => (await exactVideo(film)).length
    const large = { ...FILM, width: 3840, height: 2160, seconds: 60, fps: 120, bitDepth: 10 as const }
    expect(await sizeOf(FILM)).toBeLessThan(5000)
    expect(await sizeOf(large)).toBeLessThan(170_000)
    expect(await sizeOf({ ...large, width: 8640 })).toBeLessThan(210_000)
    expect(await sizeOf({ ...large, fps: 24 })).toBeLessThan(60_000)
  })

  it('tells time in one entry, and its tables before its samples', async () => {
    const bytes = await exactVideo({ ...FILM, seconds: 10, fps: 59.94 })
    const times = boxOf(bytes, ...TABLES, 'stts')
    expect([times.readUInt32BE(4), times.readUInt32BE(8), times.readUInt32BE(12)]).toEqual([1, 599, 50])
    const text = Buffer.from(bytes).toString('latin1')
    expect(text.indexOf('moov')).toBeLessThan(text.indexOf('mdat'))
  })

  it('is titled, and belongs to its name alone', async () => {
    const { input } = await read(await exactVideo(FILM))
    expect(await input.getMetadataTags()).toMatchObject({ title: FILM.caption, comment: FILM.name })
    const other = Buffer.from(await exactVideo({ ...FILM, name: 'b' }))
    expect(other.equals(await exactVideo(FILM))).toBe(false)
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

  it('is written once for those who ask at once or again, and forgotten after some others', async () => {
    const film = { ...FILM, name: 'again' }
    const [one, same] = await Promise.all([exactVideo(film), exactVideo({ ...film })])
    expect(same).toBe(one)
    for (let each = 0; each < 7; each++) {
      await exactVideo({ ...FILM, name: `other ${each}` })
      expect(await exactVideo(film)).toBe(one)
    }
  })

  it('lets others have their turn meanwhile', async () => {
    // The time in which this machine did something else is nobody's turn.
    const workedMs = () => Object.values(process.threadCpuUsage()).reduce((one, other) => one + other, 0) / 1000
    let isOver = false
    let [turns, longestWait, since] = [0, 0, workedMs()]
    const began = since
    const others = () => {
      longestWait = Math.max(longestWait, workedMs() - since)
      since = workedMs()
      turns++
      if (!isOver) setImmediate(others)
    }
    setImmediate(others)
    await exactVideo({ ...FILM, width: 3840, height: 2160, seconds: 60, fps: 120 })
    isOver = true
    expect(turns).toBeGreaterThan(3)
    expect(longestWait).toBeLessThan((workedMs() - began) / 2)
  })

  it('is refused where no decoder could be asked to show it', async () => {
    await expect(exactVideo({ ...FILM, width: 20_000 })).rejects.toThrow('no level')
    await expect(exactVideo({ ...FILM, width: 20_000 })).rejects.toThrow('no level')
  })
})
