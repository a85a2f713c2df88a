import { Buffer } from 'node:buffer'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BOUNDS } from '../config/bounds/bounds.ts'
import type { MediaSource } from './facts.ts'
import { firstPicture as firstPictureWithin } from './first-picture.ts'
import { committed, sourceOf } from './source-for-tests.ts'

/** How long a machine takes that has much to do is no matter of these tests. */
const firstPicture = (source: MediaSource, longestMs = 300_000) => firstPictureWithin(source, longestMs)

afterEach(() => {
  vi.restoreAllMocks()
})

const INDEX_FIRST = committed('avc-index-first.mp4')

/** Its samples are said to be billions. */
function endless(): Uint8Array {
  const bytes = Buffer.from(INDEX_FIRST)
  bytes.writeUInt32BE(0xfffffff0, bytes.indexOf('stts') + 12)
  return new Uint8Array(bytes)
}

let threads = 0
process.on('worker', () => threads++)

async function seenIn(bytes: Uint8Array) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const track = await input.getPrimaryVideoTrack()
  const packet = await new EncodedPacketSink(track!).getFirstKeyPacket()
  return {
    codec: await track!.getCodec(),
    size: [await track!.getDisplayWidth(), await track!.getDisplayHeight()],
    rotation: await track!.getRotation(),
    data: packet!.data,
  }
}

async function countedIn(bytes: Uint8Array): Promise<number> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  return (await (await input.getPrimaryVideoTrack())!.computePacketStats()).packetCount
}

describe('the first picture of a video', () => {
  it.each(['avc.mp4', 'avc-fragments-sound.mp4', 'avc.mkv', 'av1-10.mp4', 'vp9.webm'])(
    'stands alone in a file of its own, as it was coded: %s',
    async (name) => {
      const bytes = committed(name)
      const picture = await firstPicture(sourceOf(bytes))
      expect(await seenIn(picture!)).toEqual(await seenIn(bytes))
      expect(await countedIn(picture!)).toBe(1)
      expect(await countedIn(bytes)).toBeGreaterThan(1)
    },
  )

  it('is waited for no longer than is said, where a few bytes stand for billions of pictures', async () => {
    // Unless a test says less; and in a thread of its own, whose memory is no part of ours.
    expect(BOUNDS.pictureMs.most).toBeGreaterThan(700)
    expect(BOUNDS.pictureMemory.most).toBeLessThan(256 * 1024 * 1024)
    expect(await firstPicture(sourceOf(endless()), 700)).toBeUndefined()
  })
})

describe('the thread that looks for it', () => {
  it('keeps no process from its end while nobody looks for anything', async () => {
    const inUse = () => process.getActiveResourcesInfo().filter((each) => /MessagePort|Worker/.test(each)).length
    const looking = firstPicture(sourceOf(INDEX_FIRST))
    expect(inUse()).toBeGreaterThan(0)
    await looking
    expect(inUse()).toBe(0)
  })
})
