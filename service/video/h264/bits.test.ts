import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Bits } from './bits.ts'
import { nalUnit } from './nal-unit.ts'
import { BitReader, payloadOf } from './reading-for-tests.ts'

const inBits = (bits: Bits) =>
  [...bits.end().bytes()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .replace(/10*$/, '')

it.each([
  [0, '1'],
  [1, '010'],
  [2, '011'],
  [3, '00100'],
  [7, '0001000'],
  [72_900, '000000000000000010001110011000101'],
])('writes %i in an Exp-Golomb code', (value, code) => expect(inBits(new Bits().unsigned(value))).toBe(code))

it.each([
  [0, '1'],
  [1, '010'],
  [-1, '011'],
  [2, '00100'],
  [-64, '000000010000001'],
])('writes %i in a signed one', (value, code) => expect(inBits(new Bits().signed(value))).toBe(code))

it('writes what a reader reads', () => {
  const numbers = fc.array(
    fc.tuple(fc.constantFrom('fixed', 'unsigned', 'signed'), fc.integer({ min: 0, max: 2 ** 31 })),
  )
  const property = fc.property(numbers, (written) => {
    const bits = new Bits()
    for (const [how, value] of written) {
      if (how === 'fixed') bits.fixed(value, 32)
      else if (how === 'unsigned') bits.unsigned(value)
      else bits.signed(value % 2 === 0 ? value : -value)
    }
    const reader = new BitReader(bits.end().bytes())
    const read = written.map(([how, value]) => {
      if (how === 'fixed') return reader.fixed(32) === value
      return how === 'unsigned'
        ? reader.unsigned() === value
        : reader.signed() === (value % 2 === 0 ? value : -value || 0)
    })
    expect(read).not.toContain(false)
    expect(reader.hasMore()).toBe(false)
  })
  fc.assert(property, { seed: 1 })
})

it('lets no start code show in a NAL unit, and loses nothing by it', () => {
  const bytes = fc.uint8Array({ max: 4, maxLength: 60 })
  const property = fc.property(bytes, (payload) => {
    const unit = nalUnit(0x65, payload)
    expect(Buffer.from(unit).toString('hex')).not.toMatch(/^(..)*?0000(00|01|02)/)
    expect(payloadOf(unit)).toEqual(payload)
  })
  fc.assert(property, { seed: 1 })
  expect(nalUnit(0x67, Uint8Array.of(0, 0, 0, 0, 0, 48))).toEqual(Uint8Array.of(0x67, 0, 0, 3, 0, 0, 3, 0, 48))
})

it('hands out whole bytes alone', () => {
  expect(() => new Bits().bit(1).bytes()).toThrow('whole byte')
})
