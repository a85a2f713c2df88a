import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { Chunks } from './chunks.ts'

const FILE = Uint8Array.from({ length: 200 }, (_, index) => index)
const stretch = fc.tuple(fc.nat(200), fc.nat(60)).map(([from, length]) => [from, Math.min(200, from + length)] as const)

it('returns what was added in any pieces', () => {
  fc.assert(
    fc.property(fc.array(stretch), stretch, (pieces, [from, to]) => {
      const chunks = new Chunks()
      for (const [start, end] of pieces) chunks.add(start, FILE.subarray(start, end))
      const has = (at: number) => pieces.some(([start, end]) => start <= at && at < end)
      const missing = Array.from({ length: to - from }, (_, index) => from + index).find((at) => !has(at))
      expect(chunks.missingFrom(from, to)).toBe(missing)
      expect([...chunks.read(from, to)]).toEqual([...FILE.subarray(from, missing ?? to)])
      expect(chunks.length).toBe([...FILE].filter((_, at) => has(at)).length)
    }),
    { seed: 1 },
  )
})
