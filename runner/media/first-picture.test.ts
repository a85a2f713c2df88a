import { Buffer } from 'node:buffer'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BOUNDS } from '../settings/bounds/bounds.ts'
import { type MediaSource, OutOfReach } from './facts.ts'
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
  it.each([
    'avc.mp4',
    'avc-index-first.mp4',
    'avc-fragments-sound.mp4',
    'avc.mkv',
    'hevc-10.mov',
    'av1-10.mp4',
    'av1-10.webm',
    'vp9.webm',
    'vp9-live.webm',
  ])('stands alone in a file of its own, as it was coded: %s', async (name) => {
    const bytes = committed(name)
    const picture = await firstPicture(sourceOf(bytes))
    expect(await seenIn(picture!)).toEqual(await seenIn(bytes))
    expect(await countedIn(picture!)).toBe(1)
    expect(await countedIn(bytes)).toBeGreaterThan(1)
  })

  it('is had without reading what lies behind it', async () => {
    const source = sourceOf(INDEX_FIRST)
    expect(await firstPicture(source)).toBeDefined()
    expect(Math.max(...source.reads.map(([from, length]) => from + length))).toBeLessThan(INDEX_FIRST.length)
  })

  it('is left out where it cannot be had', async () => {
    const bytes = committed('avc.mp4')
    const read: MediaSource['read'] = async () => {
      throw new OutOfReach('--max-download is used up')
    }
    expect(await firstPicture({ ...sourceOf(bytes), size: () => undefined })).toBeUndefined()
    expect(await firstPicture({ ...sourceOf(bytes), read })).toBeUndefined()
    for (const none of [new Uint8Array(), bytes.subarray(0, 600), committed('sound.mp4')])
      expect(await firstPicture(sourceOf(none))).toBeUndefined()
    for (const text of ['<!doctype html>', '\u001aEߣ', `\0\0\0\u0018ftypisom${'\0'.repeat(900)}`])
      expect(await firstPicture(sourceOf(new TextEncoder().encode(text))), text).toBeUndefined()
  })

  it('is looked for in any bytes at all, and never found to be much', async () => {
    for (let at = 0; at < INDEX_FIRST.length; at += 83) {
      const changed = INDEX_FIRST.slice()
      changed[at] = (changed[at]! + 1 + (at % 255)) & 0xff
      const picture = await firstPicture(sourceOf(changed), 500)
      if (picture) expect(picture.length).toBeLessThan(INDEX_FIRST.length + 2000)
    }
  })

  it('is waited for no longer than is said, where a few bytes stand for billions of pictures', async () => {
    // Unless a test says less; and in a thread of its own, whose memory is no part of ours.
    expect(BOUNDS.pictureMs.most).toBeGreaterThan(700)
    expect(BOUNDS.pictureMemory.most).toBeLessThan(256 * 1024 * 1024)
    expect(await firstPicture(sourceOf(endless()), 700)).toBeUndefined()
  })

  it('is as long as one picture may be, and no longer', async () => {
    const withPicture = (size: number) => {
      const bytes = Buffer.concat([INDEX_FIRST, Buffer.alloc(size)])
      bytes.writeUInt32BE(size, bytes.indexOf('stsz') + 16)
      return firstPicture(sourceOf(new Uint8Array(bytes)))
    }
    expect((await withPicture(BOUNDS.pictureBytes.most))!.length).toBeGreaterThan(BOUNDS.pictureBytes.most)
    expect(await withPicture(BOUNDS.pictureBytes.most + 1)).toBeUndefined()
  })

  it('is looked for without a word, whatever a file calls its codec', async () => {
    const said = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true))
    const renamed = Buffer.from(INDEX_FIRST)
    renamed.write('\u001b[2J', renamed.lastIndexOf('avc1'), 'latin1')
    expect(await firstPicture(sourceOf(new Uint8Array(renamed)))).toBeUndefined()
    const texts = said.flatMap(({ mock }) => mock.calls.map(([text]) => String(text)))
    expect(texts.filter((text) => /codec/i.test(text))).toEqual([])
  })
})

describe('the thread that looks for it', () => {
  const started = async (look: () => Promise<unknown>) => {
    const before = threads
    await look()
    return threads - before
  }

  it('looks into one file after the other, whatever they hold', async () => {
    await firstPicture(sourceOf(INDEX_FIRST))
    const looks = async () => {
      for (const name of ['avc.mp4', 'sound.mp4', 'avc.mkv'])
        expect((await firstPicture(sourceOf(committed(name)))) !== undefined, name).toBe(name !== 'sound.mp4')
      expect(await firstPicture(sourceOf(new Uint8Array([1, 2, 3])))).toBeUndefined()
      expect(await firstPicture(sourceOf(INDEX_FIRST))).toBeDefined()
    }
    expect(await started(looks)).toBe(0)
  })

  it('keeps no process from its end while nobody looks for anything', async () => {
    const inUse = () => process.getActiveResourcesInfo().filter((each) => /MessagePort|Worker/.test(each)).length
    const looking = firstPicture(sourceOf(INDEX_FIRST))
    expect(inUse()).toBeGreaterThan(0)
    await looking
    expect(inUse()).toBe(0)
  })

  it('is another one beside one that is at work, and after one that said no more', async () => {
    await firstPicture(sourceOf(INDEX_FIRST))
    const two = () => Promise.all([firstPicture(sourceOf(INDEX_FIRST)), firstPicture(sourceOf(INDEX_FIRST))])
    expect(await started(two)).toBe(1)
    expect(await started(() => firstPicture(sourceOf(endless()), 300))).toBe(0)
    expect(await started(() => firstPicture(sourceOf(INDEX_FIRST)))).toBe(1)
  })
})
