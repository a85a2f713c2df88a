import { expect, it } from 'vitest'
import { BOUNDS } from '../settings/bounds/bounds.ts'
import { box, mp4, u32 } from './mp4/mp4-for-tests.ts'
import { readMedia } from './read-media.ts'
import { Window } from './reading/window.ts'
import { sourceOf } from './source-for-tests.ts'

const PAGE = 4096

/** A box of nothing, of so many bytes. */
function padding(size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  bytes.set(u32(size))
  bytes.set(new TextEncoder().encode('free'), 4)
  return bytes
}

const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

async function readsOf(bytes: Uint8Array) {
  const source = sourceOf(bytes)
  expect(await readMedia(source)).toMatchObject({ kind: 'video' })
  return source.reads
}

it('an index is read in one piece as far as most are long', async () => {
  const made = mp4({ indexFirst: true, tracks: [box('free', new Uint8Array(3 * BOUNDS.indexBytesAhead.most))] })
  const longest = Math.max(...(await readsOf(made)).map(([, length]) => length))
  expect(longest).toBeLessThanOrEqual(BOUNDS.indexBytesAhead.most + PAGE)
  expect(longest).toBeGreaterThan(BOUNDS.indexBytesAhead.most - 128 * 1024 - PAGE)
})

it('what lies behind the pictures is read in one piece where it is short', async () => {
  const made = mp4()
  const index = Buffer.from(made).indexOf('moov') - 4
  const comesInOne = async (size: number) => {
    const before = joined(made.subarray(0, index), padding(512 * 1024))
    const bytes = joined(before, padding(size - (made.length - index)), made.subarray(index))
    return (await readsOf(bytes)).some(([from, length]) => from <= before.length && from + length === bytes.length)
  }
  expect(await comesInOne(BOUNDS.endBytesAhead.most)).toBe(true)
  expect(await comesInOne(BOUNDS.endBytesAhead.most + 1)).toBe(false)
})

it('more comes at a time while steps are small, up to a bound', async () => {
  const lengths: number[] = []
  const window = new Window({
    size: () => undefined,
    read: async (from, to) => {
      lengths.push(to - from)
      return new Uint8Array(to - from)
    },
  })
  for (let at = 0; at < 10 * BOUNDS.bytesAhead.most; at += 1000) await window.upTo(at, at + 10, 1000)
  expect(Math.max(...lengths)).toBe(BOUNDS.bytesAhead.most)
})
