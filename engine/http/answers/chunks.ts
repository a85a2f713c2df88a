import { createHash } from 'node:crypto'

type Chunk = { from: number; bytes: Uint8Array }

/** What is at hand of a file, in pieces that do not overlap. */
export class Chunks {
  readonly #chunks: Chunk[] = []

  get length(): number {
    return this.#chunks.reduce((sum, { bytes }) => sum + bytes.length, 0)
  }

  add(from: number, bytes: Uint8Array): void {
    for (let rest = { from, bytes }; rest.bytes.length > 0; ) {
      const start = this.missingFrom(rest.from, rest.from + rest.bytes.length)
      if (start === undefined) return
      const next = this.#chunks.find((each) => each.from > start)?.from ?? Number.POSITIVE_INFINITY
      const piece = rest.bytes.subarray(start - rest.from, Math.min(rest.bytes.length, next - rest.from))
      this.#chunks.push({ from: start, bytes: piece })
      this.#chunks.sort((one, other) => one.from - other.from)
      const end = start + piece.length
      rest = { from: end, bytes: rest.bytes.subarray(end - rest.from) }
    }
  }

  /** The first place of a stretch that is not at hand. */
  missingFrom(from: number, to: number): number | undefined {
    let at = from
    for (const { from: start, bytes } of this.#chunks) {
      if (start > at) break
      at = Math.max(at, start + bytes.length)
    }
    return at < to ? at : undefined
  }

  /** Of a stretch what is at hand from its beginning on. */
  read(from: number, to: number): Uint8Array {
    const end = this.missingFrom(from, to) ?? to
    const whole = new Uint8Array(Math.max(0, end - from))
    for (const { from: start, bytes } of this.#chunks) {
      const first = Math.max(start, from)
      const last = Math.min(start + bytes.length, end)
      if (first < last) whole.set(bytes.subarray(first - start, last - start), first - from)
    }
    return whole
  }

  /** Of all that is at hand, with the places where it stands. */
  sha256(): string {
    const hash = createHash('sha256')
    const isOne = this.#chunks.every(({ from, bytes }, index) => {
      const next = this.#chunks[index + 1]
      return next === undefined || next.from === from + bytes.length
    })
    for (const { from, bytes } of this.#chunks) {
      if (!isOne || this.#chunks[0]!.from > 0) hash.update(`${from}+${bytes.length}:`)
      hash.update(bytes)
    }
    return hash.digest('hex')
  }
}
