import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Known, Reading, Size } from './facts.ts'
import { readMedia } from './read-media.ts'
import { committed, sourceOf } from './source-for-tests.ts'

const FILES = [
  'avc.mp4',
  'avc-index-first.mp4',
  'avc-fragments-sound.mp4',
  'avc.mkv',
  'hevc-10.mov',
  'vp9.webm',
  'vp9-live.webm',
  'av1-10.mp4',
  'av1-10.webm',
  'sound.mp4',
].map((name) => ({ name, bytes: committed(name) }))

type Change = { at: number; bytes: Uint8Array; take: 'over' | 'in' | 'out' }

/** Bytes of every kind, and those that stand for the largest, the smallest and the negative. */
const someBytes = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 8 }),
  fc
    .constantFrom([255], [0], [0x7f], [0x80], [255, 255, 255, 255], [0, 0, 0, 0], [0x7f, 255, 255, 255], [0, 0, 0, 1])
    .map((bytes) => Uint8Array.from(bytes)),
)
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat({ max: 10_000 }),
  bytes: someBytes,
  take: fc.constantFrom('over', 'over', 'over', 'in', 'out'),
})

function changed(bytes: Uint8Array, changes: Change[], kept: number): Uint8Array {
  let result = bytes.slice()
  for (const { at, bytes, take } of changes) {
    const place = at % result.length
    if (take === 'over') result.set(bytes.subarray(0, result.length - place), place)
    else {
      const behind = result.subarray(place + (take === 'out' ? bytes.length : 0))
      result = Uint8Array.from([...result.subarray(0, place), ...(take === 'in' ? bytes : []), ...behind])
    }
  }
  return result.subarray(0, Math.ceil(result.length * kept))
}

const sane = (value: number | Size): boolean =>
  typeof value === 'number' ? Number.isFinite(value) && value >= 0 : [value.width, value.height].every(sane)

/** Whatever came out is words, or numbers that can be. */
function expectSane(reading: Reading): void {
  if (reading.kind === 'unread') expect(reading.why).not.toBe('')
  else if (reading.kind !== 'video') expect(reading.what).not.toBe('')
  if (!('facts' in reading) || !reading.facts) return
  const { pixels, shown, seconds, frames, fps, depth } = reading.facts
  for (const fact of [pixels, shown, seconds, frames, fps, depth] as Known<number | Size>[]) {
    if ('unread' in fact) expect(fact.unread).not.toBe('')
    else expect([fact.value, ...fact.told.map(({ value }) => value)].filter((value) => !sane(value))).toEqual([])
  }
}

describe('whatever the bytes are', () => {
  it('the reader comes to an end, and throws nothing', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...FILES),
      fc.array(change, { minLength: 1, maxLength: 5 }),
      fc.oneof(
        { weight: 4, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
      ),
      fc.boolean(),
      async ({ bytes }, changes, kept, knowsSize) => {
        const began = process.threadCpuUsage()
        expectSane(await readMedia(sourceOf(changed(bytes, changes, kept), { knowsSize })))
        expect(process.threadCpuUsage(began).user).toBeLessThan(5_000_000)
      },
    )
    await fc.assert(property, { numRuns: 200, seed: 20_261_123 })
  })
})
