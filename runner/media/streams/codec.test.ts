import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../../settings/bounds/bounds.ts'
import { obusOf } from './av1.ts'
import { decoderFor } from './codec.ts'
import type { Sample } from './header.ts'
import { unitsBetweenStartCodes, unitsOf } from './nal.ts'
import { avcPicture, avcRecord, avcSequence, avcSlice, VP9_INTER, vp9Key, withLengths } from './stream-for-tests.ts'

const sample = (bytes: Uint8Array): Sample => ({
  size: bytes.length,
  read: async (from, to) => bytes.subarray(from, to),
})
const small = avcSequence(0, 4, 3)
const large = avcSequence(1, 8, 6, 4)

describe('H.264', () => {
  it('is read from its configuration where samples hold no header', async () => {
    const decoder = await decoderFor('avc', avcRecord([small], [avcPicture(0, 0)]))
    expect(decoder.configured.header).toMatchObject({ size: { width: 64, height: 48 }, depth: 8 })
    expect(await decoder.look(sample(withLengths([avcSlice(0)])))).toEqual({})
  })

  it('shows the sequence that the slice names by its picture parameters', async () => {
    const decoder = await decoderFor('avc', avcRecord([small, large], [avcPicture(0, 0), avcPicture(1, 1)]))
    const shown = await decoder.look(sample(withLengths([avcSlice(1)])))
    expect(shown.header?.size).toEqual({ width: 120, height: 96 })
    expect((await decoder.look(sample(withLengths([avcSlice(0)])))).header?.size).toEqual({ width: 64, height: 48 })
  })

  it('lets a header in the stream go before the configuration', async () => {
    const decoder = await decoderFor('avc', avcRecord([small], [avcPicture(0, 0)]))
    const units = [Uint8Array.from([9, 0x10]), avcSequence(0, 8, 6), avcPicture(0, 0), avcSlice(0)]
    expect((await decoder.look(sample(withLengths(units)))).header?.size).toEqual({ width: 128, height: 96 })
  })

  it('is read where headers are in the stream alone', async () => {
    const decoder = await decoderFor('avc', avcRecord([], []))
    const units = withLengths([small, avcPicture(0, 0), avcSlice(0)])
    expect((await decoder.look(sample(units))).header?.size).toEqual({ width: 64, height: 48 })
  })

  it.each([1, 2, 4])('is read with lengths of %i bytes', async (lengthSize) => {
    const record = avcRecord([small], [avcPicture(0, 0)])
    record[4] = 0xfc | (lengthSize - 1)
    const units = [avcSequence(0, 8, 6), avcPicture(0, 0), avcSlice(0)]
    const lengths = units.flatMap((unit) => [...new Array(lengthSize - 1).fill(0), unit.length, ...unit])
    const found = await (await decoderFor('avc', record)).look(sample(Uint8Array.from(lengths)))
    expect(found.header?.size).toEqual({ width: 128, height: 96 })
  })

  it('is read between start codes as well, where lengths make no sense', async () => {
    const start = [0, 0, 0, 1]
    const stream = [...start, ...avcSequence(0, 8, 6), ...start, ...avcPicture(0, 0), ...start, ...avcSlice(0)]
    for (const record of [avcRecord([small], [avcPicture(0, 0)]), undefined]) {
      const found = await (await decoderFor('avc', record)).look(sample(Uint8Array.from(stream)))
      expect(found.header?.size).toEqual({ width: 128, height: 96 })
    }
  })

  it('is filled up with zeros here and there', async () => {
    const decoder = await decoderFor('avc', avcRecord([small], [avcPicture(0, 0)]))
    const filled = Uint8Array.from([...withLengths([avcSlice(0)]), ...new Array(9).fill(0)])
    expect(await decoder.look(sample(filled))).toEqual({})
  })

  it.each([
    ['zeros', new Uint8Array(50), 'a unit without a byte'],
    ['a length beyond the end', withLengths([avcSlice(0)]).subarray(0, -1), 'lengths of its units do not add up'],
    ['a forbidden bit', withLengths([Uint8Array.from([0xe5, 1, 2])]), 'a unit with a forbidden bit'],
    ['less than a length', new Uint8Array(2), 'no unit in it'],
  ])('is damaged by %s', async (_, bytes, damage) => {
    const decoder = await decoderFor('avc', avcRecord([small], [avcPicture(0, 0)]))
    expect(await decoder.look(sample(bytes))).toEqual({ damage })
  })
})

describe('VP9', () => {
  const look = async (bytes: Uint8Array) => (await decoderFor('vp9', undefined)).look(sample(bytes))

  it('says its size, its depth and how large it is shown in a key frame', async () => {
    const header = { size: { width: 4096, height: 2160 }, depth: 12, rendered: { width: 2048, height: 1080 } }
    expect(await look(vp9Key(4096, 2160, { profile: 2, twelve: 1, rendered: [2048, 1080] }))).toEqual({ header })
  })

  it('says nothing in frames that build on others or are shown again', async () => {
    expect(await look(VP9_INTER)).toEqual({})
    expect(await look(Uint8Array.from([0x88]))).toEqual({})
  })

  it('is damaged without its marker or its sync code', async () => {
    expect(await look(new Uint8Array(9))).toEqual({ damage: 'no frame marker of VP9' })
    expect(await look(vp9Key(8, 8).fill(0, 1, 4))).toEqual({ damage: 'a key frame of VP9 without its sync code' })
  })
})

describe('AV1', () => {
  const look = async (...bytes: number[]) => (await decoderFor('av1', undefined)).look(sample(Uint8Array.from(bytes)))

  it('takes units without a header, of every kind, and one without a length at the end', async () => {
    expect(await look(0x12, 0, 0x2a, 2, 7, 7, 0x7a, 1, 0, 0x32, 3, 1, 2, 3)).toEqual({})
    expect(await look(0x30, 1, 2, 3)).toEqual({})
    expect(await look(0x36, 0x08, 2, 1, 2)).toEqual({})
  })

  it.each([
    ['without a frame', [0x12, 0], 'no frame in it'],
    ['with a length beyond its end', [0x32, 9, 1], 'lengths of its units do not add up'],
    ['with a forbidden bit', [0xb2, 1, 1], 'a unit with a forbidden bit'],
    ['of zeros', new Array(30).fill(0), 'no frame in it'],
    ['with a length that does not end', [0x32, 0x80, 0x80], 'a unit without a length'],
  ])('is damaged %s', async (_, bytes, damage) => {
    expect(await look(...bytes)).toEqual({ damage })
  })
})

it('a picture of very many units is looked at as far as its parameters may stand', async () => {
  const most = BOUNDS.unitsOfAPicture.most
  const units = new Array<Uint8Array>(2 * most).fill(Uint8Array.from([9, 0x10]))
  const begun = Uint8Array.from(units.flatMap((unit) => [0, 0, 0, 1, ...unit]))
  expect((await unitsOf(sample(withLengths(units)), 4)).units).toHaveLength(most)
  expect(await unitsBetweenStartCodes(sample(begun))).toHaveLength(most)
  const padding = Uint8Array.from(units.flatMap(() => [0x7a, 0]))
  expect((await obusOf(sample(padding))).obus).toHaveLength(most)
})
