import { describe, expect, it } from 'vitest'
import { judgeBody } from '../oracle.ts'
import { inWords } from './in-words-for-tests.ts'

const judged = (ratio: string) => inWords(judgeBody({ model: 'film-1', prompt: 'x', ratio }, { aliases: ['film-1'] }))

describe('a ratio', () => {
  it('that is the default is accepted', () => {
    expect(judged('16:9')).toContain('accept (must)')
  })

  it.each(['9:16', '1:1', '4:3', '21:9', '1920:1080', '1:4', '4:1', '25:100', '400:100'])(
    '%j should be accepted',
    (ratio) => {
      expect(judged(ratio)).toBe('accept (should): submission.ordinary-ratios-accepted')
    },
  )

  it.each(['1:5', '5:1', '100:401', '401:100', '1:1000000', '40000000000000000001:10000000000000000000'])(
    '%j is extreme, hence open',
    (ratio) => {
      expect(judged(ratio)).toBe('open: ratio.extreme')
    },
  )

  it.each(['0:1', '1:0', '-16:9', '0.0:1', ' 0 : 9 ', '-1.5:1'])('%j has a part that is zero or negative', (ratio) => {
    expect(judged(ratio)).toBe('refuse (should): submission.ratio-parts-positive')
  })

  it.each(['016:9', '1.78:1', '+16:9', '16 : 9', '16:9\n', '1.6e1:9'])(
    '%j is lenient spelling, hence open',
    (ratio) => {
      expect(judged(ratio)).toBe('open: ratio.lenient-spelling')
    },
  )

  it.each(['', '16x9', '1.78', '16:', '16:9:1', 'a:b', '16：9', '0x10:9', '16:9 9'])(
    '%j is not width:height',
    (ratio) => {
      expect(judged(ratio)).toBe('refuse (must): submission.ratio-form')
    },
  )

  it('of 100,000 digits is judged quickly', () => {
    const digits = '9'.repeat(100_000)
    expect(judged(`${digits}:${digits}`)).toBe('accept (should): submission.ordinary-ratios-accepted')
    expect(judged(`${digits}x`)).toBe('refuse (must): submission.ratio-form')
  })
})
