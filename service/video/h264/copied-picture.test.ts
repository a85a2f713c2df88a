import { expect, it } from 'vitest'
import { copiedPicture } from './copied-picture.ts'
import { BitReader, payloadOf, unitOf } from './reading-for-tests.ts'

/** §7.3.3 to §7.3.5, as far as our copies go: which macroblocks are moved, and how. */
function read(sample: Uint8Array, macroblocks: number) {
  const unit = unitOf(sample)
  expect(unit[0]).toBe(0x41)
  const bits = new BitReader(payloadOf(unit))
  expect([bits.unsigned(), bits.unsigned(), bits.unsigned()]).toEqual([0, 0, 0])
  const number = bits.fixed(4)
  expect([bits.fixed(3), bits.signed(), bits.unsigned()]).toEqual([0, 0, 1])
  const moved: { at: number; by: [number, number] }[] = []
  let at = 0
  while (at < macroblocks) {
    at += bits.unsigned()
    if (!bits.hasMore()) break
    expect(bits.unsigned()).toBe(0)
    moved.push({ at: at++, by: [bits.signed(), bits.signed()] })
    expect(bits.unsigned()).toBe(0)
  }
  expect(at).toBe(macroblocks)
  expect(bits.hasMore()).toBe(false)
  return { number, moved }
}

it('skips all that stays the same', () => {
  for (const macroblocks of [1, 2, 1620, 32_400, 72_900])
    expect(read(copiedPicture(macroblocks, 5, []), macroblocks)).toEqual({ number: 5, moved: [] })
})

it('takes a dozen bytes where nothing changes, and has sixteen forms', () => {
  const copies = Array.from({ length: 500 }, (_, nth) => copiedPicture(72_900, nth, []))
  expect(new Set(copies.map((copy) => Buffer.from(copy).toString('hex'))).size).toBe(16)
  expect(Math.max(...copies.map((copy) => copy.length))).toBeLessThanOrEqual(12)
})

it('moves macroblocks down by one, the last one too', () => {
  const by: [number, number] = [0, -64]
  const { moved } = read(copiedPicture(30, 1, [12, 13, 22, 29]), 30)
  expect(moved).toEqual([12, 13, 22, 29].map((at) => ({ at, by })))
})
