import { Buffer } from 'node:buffer'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { describe, expect, it, vi } from 'vitest'
import type { MediaSource } from './facts.ts'
import { firstPicture as firstPictureWithin, readMedia } from './read-media.ts'
import { committed, readBytes, sourceOf } from './source-for-tests.ts'

const firstPicture = (source: MediaSource, longestMs = 300_000) => firstPictureWithin(source, longestMs)

const INDEX_FIRST = committed('avc-index-first.mp4')

/** A file that claims billions of samples. */
function endless(): Uint8Array {
  const bytes = Buffer.from(INDEX_FIRST)
  bytes.writeUInt32BE(0xfffffff0, bytes.indexOf('stts') + 12)
  return new Uint8Array(bytes)
}

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
    'is copied to a file of its own: %s',
    async (name) => {
      const bytes = committed(name)
      const picture = await firstPicture(sourceOf(bytes))
      expect(await seenIn(picture!)).toEqual(await seenIn(bytes))
      expect(await countedIn(picture!)).toBe(1)
      expect(await countedIn(bytes)).toBeGreaterThan(1)
    },
  )
})

describe('the thread that reads files', () => {
  it('is replaced after a timeout at billions of samples', async () => {
    const [slow, other] = await Promise.all([firstPicture(sourceOf(endless()), 700), readBytes(INDEX_FIRST)])
    expect(slow).toBeUndefined()
    expect(other).toMatchObject({ kind: 'video' })
    expect(await readMedia(sourceOf(endless()), 700)).toMatchObject({ kind: 'unread' })
  })

  it('does not keep the process from ending', async () => {
    const inUse = () => process.getActiveResourcesInfo().filter((each) => /MessagePort|Worker/.test(each)).length
    const looking = firstPicture(sourceOf(INDEX_FIRST))
    expect(inUse()).toBeGreaterThan(0)
    await looking
    await vi.waitFor(() => expect(inUse()).toBe(0), { timeout: 5000 })
  })
})
