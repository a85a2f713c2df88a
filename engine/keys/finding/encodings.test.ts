import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { growthOf, LINEAR } from '../../config/growth-for-tests.ts'
import { randomOf } from '../../config/seed.ts'
import type { KeyName } from '../recipes.ts'
import { Scrubber } from './scrubber.ts'

const KEY = 'cl_4Rt9xKq2Zw83hhPm'
const scrubber = new Scrubber(new Map<KeyName, string>([['A', KEY]]))

/** Linear would be 4, quadratic 16. The best of several, for other work may hold one up. */
function base64(length: number): string {
  const random = randomOf(1, 'base64')
  return Buffer.from(Array.from({ length }, () => random() * 256))
    .toString('base64')
    .slice(0, length)
}

describe('the time to search a long text', () => {
  it.each<[string, (length: number) => string]>([
    ['one word character', (length) => 'a'.repeat(length)],
    ['base64', base64],
    ['spaced-out letters', (length) => 'a '.repeat(length / 2)],
    ['beginnings of the key', (length) => KEY.slice(0, 8).repeat(length / 8)],
  ])('grows with its length alone, be it %s', (_, textOf) => {
    expect(growthOf(textOf, (text) => scrubber.scrub(text), 50_000)).toBeLessThan(LINEAR)
  })
})

describe('a key in what was packed with gzip', () => {
  const text = `{"token":"${KEY}"}`
  const body = deflateRawSync(text)
  const end = Buffer.alloc(8)
  end.writeUInt32LE(crc32(text), 0)
  end.writeUInt32LE(text.length, 4)
  const packed = (flags: number, ...header: (string | number[])[]) =>
    Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3]),
      ...header.map((each) => Buffer.from(each as string)),
      ...[body, end],
    ])

  it.each([
    ['behind nothing else', gzipSync(text)],
    ['behind a name', packed(8, 'token.json\0')],
    ['behind a name and a comment', packed(24, 'token.json\0', 'of today\0')],
    ['behind something of its own', packed(4, [2, 0], 'xy')],
  ])('is found %s, whatever follows its end', (_, bytes) => {
    for (const follows of [[], [0x90, 0x6e], [0x1f, 0x8b, 8, 0], [1, 2, 3]])
      expect(scrubber.scrub(Buffer.concat([bytes, Buffer.from(follows)]).toString('base64'))).toContain(
        '{{A, packed in base64}}',
      )
  })

  it('is found where words beside it read as a part of it', () => {
    for (const word of ['a0c0-', 'id-7', 'abcd']) {
      const told = `${word} ${Buffer.from(gzipSync(text).toString('base64')).toString('base64')} ${word}`
      expect(scrubber.scrub(told)).toBe(`${word} {{A, packed in base64, in base64}} ${word}`)
    }
  })
})
