import { describe, expect, it } from 'vitest'
import type { KeyName } from '../recipes.ts'
import { Scrubber } from './scrubber.ts'

const scrubbed = (key: string, text: string) => new Scrubber(new Map<KeyName, string>([['A', key]])).scrub(text)

describe('a part of a key', () => {
  const key = 'cl_4Rt9xKq2Zw83hhPm'

  it('is replaced from eight characters on, which no id shares by chance', () => {
    expect(scrubbed(key, key.slice(0, 7))).toBe(key.slice(0, 7))
    expect(scrubbed(key, key.slice(0, 8))).toBe('{{A from character 1 to 8}}')
    expect(scrubbed(key, key.slice(0, 9))).toBe('{{A from character 1 to 9}}')
    expect(scrubbed(key, `…${key.slice(-9)}`)).toBe('…{{A from character 11 to 19}}')
  })

  it.each([7, 8, 11, 16])('is all but one character of a key of %i, whichever is left out', (length) => {
    const short = key.slice(0, length)
    for (let at = 0; at < length; at++) {
      const rest = short.slice(0, at) + short.slice(at + 1)
      expect(scrubbed(short, `<${rest}>`)).toMatch(/^<\{\{A (less a character|from character \d+ to \d+)\}\}>$/)
    }
  })

  it('is known in capitals and in small letters, and can be made again', () => {
    expect(scrubbed(key, `id-${key.slice(3, 12).toUpperCase()}`)).toBe('id-{{A from character 4 to 12 in capitals}}')
    expect(scrubbed(key, `id-${key.slice(3, 11).toLowerCase()}`)).toBe(
      'id-{{A from character 4 to 11 in small letters}}',
    )
  })

  it('is not replaced for being of words, of digits or of a date, up to half of the key', () => {
    const words = 'cl_production_2025-11-23_1763884800_generating_4Rt9xKq2'
    const text = '{"stage":"generating","where":"production","day":"2025-11-23","at":1763884800}'
    expect(scrubbed(words, text)).toBe(text)
    expect(scrubbed(words, `x${words.slice(-8)}`)).toBe('x{{A from character 48 to 55}}')
  })
})

describe('a key with characters that other texts escape', () => {
  const key = 'cl_a/b+c=9Rt/xKq2Zw83=='

  it.each([
    ['plain', key, '{{A}}'],
    ['in JSON with escaped slashes', key.replaceAll('/', '\\/'), '{{A, with escapes}}'],
    ['percent-encoded', encodeURIComponent(key), '{{A, percent-encoded}}'],
    [
      'percent-encoded in small letters',
      encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase()),
      '{{A, percent-encoded}}',
    ],
  ])('is seen whole %s', (_, shown, recipe) => {
    expect(scrubbed(key, `{"sent":"${shown}"}`)).toBe(`{"sent":"${recipe}"}`)
  })
})
