import { createHash } from 'node:crypto'

/** The parts of a file that have arrived, sorted and without overlap. */
export class Chunks {
  readonly #chunks: { from: number; bytes: Uint8Array }[] = []

  get length(): number {
    return this.#chunks.reduce((sum, { bytes }) => sum + bytes.length, 0)
  }

  add(from: number, bytes: Uint8Array): void {
    const to = from + bytes.length
    for (let at = this.missingFrom(from, to); at !== undefined; at = this.missingFrom(at, to)) {
      const start = at
      const next = this.#chunks.find((each) => each.from > start)?.from ?? to
      this.#chunks.push({ from: start, bytes: bytes.subarray(start - from, Math.min(next, to) - from) })
      this.#chunks.sort((one, other) => one.from - other.from)
    }
  }

  /** The first missing position in [from, to). */
  missingFrom(from: number, to: number): number | undefined {
    let at = from
    for (const { from: start, bytes } of this.#chunks) {
      if (start > at) break
      at = Math.max(at, start + bytes.length)
    }
    return at < to ? at : undefined
  }

  /** [from, to), up to the first missing position. */
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

  /** Hash of all parts; includes their positions if some are missing. */
  sha256(): string {
    const hash = createHash('sha256')
    const isContiguous = this.missingFrom(0, this.length) === undefined
    for (const { from, bytes } of this.#chunks) {
      if (!isContiguous) hash.update(`${from}+${bytes.length}:`)
      hash.update(bytes)
    }
    return hash.digest('hex')
  }
}
