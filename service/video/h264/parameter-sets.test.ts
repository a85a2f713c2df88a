import { describe, expect, it } from 'vitest'
import { codecOf, decoderConfiguration, type Stream } from './parameter-sets.ts'
import { BitReader, payloadOf } from './reading-for-tests.ts'

const HD: Stream = { width: 1920, height: 1080, bitDepth: 8, rate: { frames: 24, seconds: 1 } }

/** The units of an `avcC` box, and the bytes before and behind them. */
function unitsOf(box: Uint8Array) {
  let at = 6
  const next = () => {
    const length = box[at]! * 256 + box[at + 1]!
    const unit = box.subarray(at + 2, at + 2 + length)
    at += 2 + length
    return unit
  }
  const sequence = next()
  const pictures = Array.from({ length: box[at++]! }, next)
  return { head: box.subarray(0, 6), sequence, pictures, tail: box.subarray(at) }
}

/** §7.3.2.1.1 and §E.1.1, as far as our sets go. */
function readSequence(unit: Uint8Array) {
  const bits = new BitReader(payloadOf(unit))
  const skip = (...expected: number[]) => expect(expected.map(() => bits.unsigned())).toEqual(expected)
  const profile = bits.fixed(8)
  expect(bits.fixed(8)).toBe(0)
  const level = bits.fixed(8)
  skip(0, 1)
  const depths = [bits.unsigned() + 8, bits.unsigned() + 8]
  expect(bits.fixed(2)).toBe(0)
  skip(0, 2, 1)
  expect(bits.bit()).toBe(0)
  const size = [(bits.unsigned() + 1) * 16, (bits.unsigned() + 1) * 16]
  expect(bits.fixed(2)).toBe(0b11)
  const crop = bits.bit() ? [bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()] : []
  expect(bits.fixed(1 + 1 + 8 + 1)).toBe(0b1_1_00000001_0)
  expect([bits.bit(), bits.fixed(3), bits.bit(), bits.bit()]).toEqual([1, 5, 0, 1])
  const colours = [bits.fixed(8), bits.fixed(8), bits.fixed(8)]
  expect([bits.bit(), bits.bit()]).toEqual([0, 1])
  const ticks = [bits.fixed(32), bits.fixed(32)]
  expect([bits.bit(), bits.fixed(3)]).toEqual([1, 0])
  expect(bits.fixed(2)).toBe(0b11)
  skip(0, 0, 11, 11, 0, 1)
  expect(bits.hasMore()).toBe(false)
  return { profile, level, depths, size, crop, colours, ticks }
}

describe('the sequence parameter set', () => {
  it('cuts away what macroblocks have too much', () => {
    expect(readSequence(unitsOf(decoderConfiguration(HD)).sequence)).toEqual({
      profile: 100,
      level: 40,
      depths: [8, 8],
      size: [1920, 1088],
      crop: [0, 0, 0, 4],
      colours: [1, 1, 1],
      ticks: [1, 48],
    })
  })

  it('tells the largest, deepest and fastest', () => {
    const stream: Stream = { width: 8640, height: 2160, bitDepth: 10, rate: { frames: 120, seconds: 1 } }
    const { sequence, tail } = unitsOf(decoderConfiguration(stream))
    expect(readSequence(sequence)).toMatchObject({
      profile: 110,
      level: 62,
      depths: [10, 10],
      crop: [],
      ticks: [1, 240],
    })
    expect([...tail]).toEqual([0xfd, 0xfa, 0xfa, 0])
    expect(codecOf(stream)).toBe('avc1.6E003E')
  })

  it('tells a rate that is no whole number', () => {
    const stream = { ...HD, rate: { frames: 2997, seconds: 125 } }
    expect(readSequence(unitsOf(decoderConfiguration(stream)).sequence).ticks).toEqual([125, 5994])
  })
})

it('has two picture parameter sets, one for each coding', () => {
  const { pictures, head } = unitsOf(decoderConfiguration(HD))
  expect([...head]).toEqual([1, 100, 0, 40, 0xff, 0xe1])
  const codings = pictures.map((unit) => {
    const bits = new BitReader(payloadOf(unit))
    return { id: bits.unsigned(), sequence: bits.unsigned(), arithmetic: bits.bit() }
  })
  expect(codings).toEqual([
    { id: 0, sequence: 0, arithmetic: 0 },
    { id: 1, sequence: 0, arithmetic: 1 },
  ])
})

it('has nothing for a size that no level allows', () => {
  expect(() => decoderConfiguration({ ...HD, width: 20_000 })).toThrow('no level for 20000x1080')
})
