import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBase64 } from './base64.ts'

describe('canonical base64', () => {
  it('is read as it was written, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(readBase64(Buffer.from(bytes).toString('base64'))).toEqual({ bytes: Buffer.from(bytes) })
      }),
      { seed: 1 },
    )
  })

  it.each([
    ['+/8=', undefined],
    ['', undefined],
    ['-_8=', 'the alphabet that is meant for URLs'],
    ['+/8= ', 'white space in it'],
    ['+/\n8=', 'white space in it'],
    ['+/8', 'missing, misplaced or extra padding'],
    ['+/8==', 'missing, misplaced or extra padding'],
    ['+/8=====', 'missing, misplaced or extra padding'],
    ['+/==8AAA', 'missing, misplaced or extra padding'],
    ['+/9=', 'stray bits in its last character'],
    ['+/!=', 'a character that base64 does not have'],
  ])('%j has as its flaw: %s', (text, flaw) => {
    expect(readBase64(text).flaw).toBe(flaw)
  })
})
