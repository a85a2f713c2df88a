import { OutOfReach } from './facts.ts'
import type { Watched } from './source-for-tests.ts'

/** Bytes that are there, or a stretch too long to be, of which only the beginning says something. */
export type Part = Uint8Array | { head: Uint8Array; length: number }

const REST = 0x5a

export const lengthOf = (part: Part): number => part.length

/** A file of any length that takes no room, of which so many reads can be had. */
export function sourceOfParts(parts: Part[], most = Number.POSITIVE_INFINITY): Watched {
  const places: { from: number; part: Part }[] = []
  let size = 0
  for (const part of parts) {
    places.push({ from: size, part })
    size += part.length
  }
  const reads: Watched['reads'] = []
  return {
    reads,
    size: () => size,
    async read(from, to) {
      if (reads.length >= most) throw new OutOfReach(`no more than ${most} reads`)
      reads.push([from, Math.min(to, size) - from])
      const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from)).fill(REST)
      for (const { from: at, part } of places) {
        if (at >= to || at + part.length <= from) continue
        const head = part instanceof Uint8Array ? part : part.head
        const shown = head.subarray(Math.max(0, from - at), to - at)
        if (shown.length > 0) bytes.set(shown, Math.max(0, at - from))
      }
      return bytes
    },
  }
}

export const costOf = ({ reads }: Watched) => ({
  reads: reads.length,
  bytes: reads.reduce((sum, [, bytes]) => sum + bytes, 0),
})
