import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Bits } from './bits.ts'
import { Cabac } from './cabac.ts'
import { CONTEXT_BEGINNINGS, LESS_LIKELY_WIDTHS, STATE_BEHIND_LESS_LIKELY } from './cabac-tables.ts'
import { BitReader } from './reading-for-tests.ts'

const QUANTISER = 46

/** The decoder as §9.3.1 and §9.3.3.2 describe it. */
class Decoder {
  readonly #reader: BitReader
  readonly #states = new Map<number, { state: number; likely: number }>()
  #range = 510
  #offset: number

  constructor(bytes: Uint8Array) {
    this.#reader = new BitReader(bytes)
    this.#offset = this.#reader.fixed(9)
    for (const [context, [m, n]] of Object.entries(CONTEXT_BEGINNINGS)) {
      const before = Math.min(126, Math.max(1, Math.floor((m * QUANTISER) / 16) + n))
      const likely = before <= 63 ? 0 : 1
      this.#states.set(Number(context), { likely, state: likely ? before - 64 : 63 - before })
    }
  }

  decision(context: number): number {
    const now = this.#states.get(context)!
    const width = LESS_LIKELY_WIDTHS[now.state]![Math.floor(this.#range / 64) % 4]!
    this.#range -= width
    const isLikely = this.#offset < this.#range
    const bin = isLikely ? now.likely : 1 - now.likely
    if (!isLikely) {
      this.#offset -= this.#range
      this.#range = width
      if (now.state === 0) now.likely = 1 - now.likely
    }
    now.state = isLikely ? Math.min(62, now.state + 1) : STATE_BEHIND_LESS_LIKELY[now.state]!
    this.#renormalise()
    return bin
  }

  bypass(): number {
    this.#offset = this.#offset * 2 + this.#reader.bit()
    if (this.#offset < this.#range) return 0
    this.#offset -= this.#range
    return 1
  }

  ends(): boolean {
    this.#range -= 2
    if (this.#offset >= this.#range) return true
    this.#renormalise()
    return false
  }

  #renormalise(): void {
    while (this.#range < 256) {
      this.#range *= 2
      this.#offset = this.#offset * 2 + this.#reader.bit()
    }
  }
}

const contexts = Object.keys(CONTEXT_BEGINNINGS).map(Number)
const bin = fc.integer({ min: 0, max: 1 })
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ context: fc.constantFrom(...contexts), bin }) },
  { weight: 1, arbitrary: fc.record({ bypass: bin }) },
  { weight: 1, arbitrary: fc.constant('goes on' as const) },
)
/** As in pictures: mostly the same, which drives the states to their ends. */
const run = fc.tuple(step, fc.integer({ min: 1, max: 200 })).map(([each, times]) => Array(times).fill(each))
const steps = fc
  .array(run, { maxLength: 30 })
  .map((runs): (typeof step extends fc.Arbitrary<infer S> ? S : never)[] => runs.flat())

it('writes what the decoder of the standard reads', () => {
  const property = fc.property(steps, (written) => {
    const coder = new Cabac(new Bits(), QUANTISER)
    for (const each of written) {
      if (each === 'goes on') coder.goesOn()
      else if ('bypass' in each) coder.bypass(each.bypass)
      else coder.decision(each.context, each.bin)
    }
    const decoder = new Decoder(coder.end().bytes())
    for (const each of written) {
      if (each === 'goes on') expect(decoder.ends()).toBe(false)
      else if ('bypass' in each) expect(decoder.bypass()).toBe(each.bypass)
      else expect(decoder.decision(each.context)).toBe(each.bin)
    }
    expect(decoder.ends()).toBe(true)
  })
  fc.assert(property, { seed: 1 })
})

it('takes next to nothing for what is likely', () => {
  const coder = new Cabac(new Bits(), QUANTISER)
  for (let each = 0; each < 10_000; each++) coder.decision(contexts[0]!, 1)
  expect(coder.end().bytes().length).toBeLessThan(60)
})

it('begins behind ones up to the next whole byte', () => {
  const bytes = new Cabac(new Bits().fixed(0, 3), QUANTISER).end().bytes()
  expect(bytes[0]).toBe(0b000_11111)
})
