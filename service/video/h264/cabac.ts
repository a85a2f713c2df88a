import type { Bits } from './bits.ts'
import { CONTEXT_BEGINNINGS, LESS_LIKELY_WIDTHS, STATE_BEHIND_LESS_LIKELY } from './cabac-tables.ts'

const CONTEXTS = 1024
const MOST_CERTAIN = 62
const WIDTHS = Uint8Array.from(LESS_LIKELY_WIDTHS.flat())

/** The next context: doubled state plus most probable value. */
const AFTER_LIKELY = Uint8Array.from({ length: 128 }, (_, both) => (both >> 1 < MOST_CERTAIN ? both + 2 : both))
const AFTER_UNLIKELY = Uint8Array.from({ length: 128 }, (_, both) => {
  const turnsRound = both >> 1 === 0
  return (STATE_BEHIND_LESS_LIKELY[both >> 1]! << 1) | (turnsRound ? 1 - (both & 1) : both & 1)
})

/** The arithmetic coder of a slice (§9.3.4.2): probable symbols cost a fraction of a bit. */
export class Cabac {
  readonly #bits: Bits
  readonly #contexts = new Uint8Array(CONTEXTS)
  #low = 0
  #range = 510
  /** Bits whose value depends on a later one. */
  #outstanding = 0
  #first = true

  constructor(bits: Bits, quantiser: number) {
    this.#bits = bits.align(1)
    for (const [context, [m, n]] of Object.entries(CONTEXT_BEGINNINGS)) {
      const state = Math.min(126, Math.max(1, ((m * quantiser) >> 4) + n))
      this.#contexts[Number(context)] = state <= 63 ? (63 - state) << 1 : ((state - 64) << 1) | 1
    }
  }

  decision(context: number, bin: number): void {
    const both = this.#contexts[context]!
    const width = WIDTHS[((both >> 1) << 2) | ((this.#range >> 6) & 3)]!
    const rest = this.#range - width
    if (bin === (both & 1)) {
      this.#contexts[context] = AFTER_LIKELY[both]!
      this.#range = rest
      if (rest < 256) this.#renormalise()
    } else {
      this.#contexts[context] = AFTER_UNLIKELY[both]!
      this.#low += rest
      this.#range = width
      this.#renormalise()
    }
  }

  bypass(bin: number): void {
    this.#low = this.#low * 2 + bin * this.#range
    if (this.#low >= 1024) {
      this.#put(1)
      this.#low -= 1024
    } else if (this.#low < 512) this.#put(0)
    else {
      this.#low -= 512
      this.#outstanding++
    }
  }

  /** end_of_slice_flag 0. */
  goesOn(): void {
    this.#range -= 2
    if (this.#range < 256) this.#renormalise()
  }

  /** The last bit is the stop bit of the slice. */
  end(): Bits {
    this.#range -= 2
    this.#low += this.#range
    this.#range = 2
    this.#renormalise()
    this.#put((this.#low >> 9) & 1)
    return this.#bits.fixed(((this.#low >> 7) & 3) | 1, 2).align(0)
  }

  #renormalise(): void {
    while (this.#range < 256) {
      if (this.#low < 256) this.#put(0)
      else if (this.#low >= 512) {
        this.#low -= 512
        this.#put(1)
      } else {
        this.#low -= 256
        this.#outstanding++
      }
      this.#range *= 2
      this.#low *= 2
    }
  }

  #put(bit: number): void {
    if (this.#first) this.#first = false
    else this.#bits.bit(bit)
    for (; this.#outstanding > 0; this.#outstanding--) this.#bits.bit(1 - bit)
  }
}
