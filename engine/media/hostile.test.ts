import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../config/bounds/bounds.ts'
import { readMedia } from './read-media.ts'
import { committed, readBytes } from './source-for-tests.ts'

const box = (type: string, size = 8) => {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(size)
  bytes.write(type, 4, 'latin1')
  return bytes
}

/** A committed file in which a table claims more entries than a file can hold. */
function claiming(name: string, table: string): Uint8Array {
  const bytes = Buffer.from(committed(name))
  bytes.writeUInt32BE(0xffff_ffff, bytes.indexOf(table) + (table === 'stsz' ? 12 : 8))
  return new Uint8Array(bytes)
}

describe('a hostile file', () => {
  it.each(['stsz', 'stts', 'stsc', 'stco'])('with billions of entries in %s is not read', async (table) => {
    expect(await readBytes(claiming('avc.mp4', table))).toMatchObject({
      facts: { frames: { unread: expect.any(String) } },
    })
  })

  it('of hundreds of thousands of boxes is not read', async () => {
    const many = Buffer.concat([committed('avc.mp4').subarray(0, 32), Buffer.alloc(800_000, box('free'))])
    expect(await readBytes(new Uint8Array(many))).toMatchObject({
      kind: 'unread',
      why: `more than ${BOUNDS.boxes.most} boxes`,
    })
  })

  it('of boxes within each other ends the reading', async () => {
    const nested = Buffer.concat([committed('avc.mp4').subarray(0, 32), Buffer.alloc(8000, box('moov', 0))])
    expect(['unread', 'not whole']).toContain((await readBytes(new Uint8Array(nested))).kind)
  })

  it.each([
    ['boxes', committed('avc.mp4').subarray(0, 32), box('free')],
    ['zeros', committed('vp9.webm').subarray(0, 40), Buffer.alloc(64)],
    ['text', Buffer.from('<html>'), Buffer.from('<p>')],
  ])('without an end is left at readBytes: %s', async (_, head, again) => {
    let read = 0
    const reading = await readMedia({
      size: () => 2 ** 52,
      async read(from, to) {
        read += to - from
        return Uint8Array.from({ length: to - from }, (_, i) => {
          const at = from + i
          return at < head.length ? head[at]! : again[(at - head.length) % again.length]!
        })
      },
    })
    expect(reading.kind).not.toBe('video')
    expect(read).toBeLessThanOrEqual(BOUNDS.readBytes.most)
  })
})
