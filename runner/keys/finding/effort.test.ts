import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BOUNDS } from '../../settings/bounds/bounds.ts'
import type { KeyName } from '../recipes.ts'
import { Vault } from '../vault.ts'
import { Matcher } from './matcher.ts'
import { Scrubber } from './scrubber.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const KEY = 'cl_4Rt9xKq2Zw83hhPm'
const scrub = (text: string) => new Scrubber(new Map<KeyName, string>([['A', KEY]])).scrub(text)

const percent = (text: string) => [...text].map((each) => `%${each.charCodeAt(0).toString(16)}`).join('')
/** A key of which one character is escaped, and the escape escaped again, so many times in all. */
const wrapped = (times: number) => `${percent(KEY[0]!).replaceAll('%', `%${'25'.repeat(times - 1)}`)}${KEY.slice(1, 8)}`

describe('a key that is wrapped again and again', () => {
  const deep = (times: number) => {
    let text = KEY
    for (let time = 0; time < times; time++) text = Buffer.from(text).toString('base64')
    return text
  }

  it('is found as often as anybody wraps by mistake', () => {
    expect(scrub(deep(BOUNDS.wrappings.most))).toContain('{{A')
    expect(scrub(deep(BOUNDS.wrappings.most + 1))).not.toContain('{{A')
  })

  it('is looked for in a long text until it was read a dozen times', () => {
    const read = (length: number) => {
      // Each V is a U in base64, wherever one begins to read, so that all of it is read four times in each round.
      const text = wrapped(4) + 'V'.repeat(length)
      const reading = vi.spyOn(Matcher.prototype, 'matchesIn')
      scrub(text)
      const [first] = reading.mock.contexts
      const pieces = reading.mock.calls.filter((_, nth) => reading.mock.contexts[nth] === first)
      reading.mockRestore()
      return pieces.reduce((sum, [piece]) => sum + piece.length, 0) / text.length
    }
    const most = BOUNDS.readingsOfAText.most
    expect(read(10_000)).toBeGreaterThan(most + 3)
    // The last piece that is begun is read to its end, and may be three times as long as the text.
    expect(read(400_000)).toBeLessThan(most + 3.5)
  })

  it('is found in what is packed, as far as that is unpacked', () => {
    const packed = (size: number) => gzipSync('x'.repeat(size - KEY.length) + KEY).toString('base64')
    expect(scrub(packed(BOUNDS.unpackedForKeys.most))).toContain('{{A')
    expect(scrub(packed(BOUNDS.unpackedForKeys.most + 1))).not.toContain('{{A')
  })
})

it('a key in single characters does not make a text longer than it was', () => {
  const parts = scrub(JSON.stringify([...KEY]))
  expect(parts.match(/\{\{A/g)).toHaveLength(BOUNDS.recipesOfOneKey.most)
  expect(parts).not.toMatch(/"[a-z0-9]"/i)
})

it('what was made of a short text is remembered, of so many texts', () => {
  const vault = new Vault({ A: KEY }, 1)
  const looking = vi.spyOn(Scrubber.prototype, 'scrub')
  const looks = (text: string) => {
    looking.mockClear()
    vault.scrub(text)
    return looking.mock.calls.length
  }
  const most = BOUNDS.rememberedCharacters.most
  for (const length of [most, most + 1]) looks('x'.repeat(length))
  expect([most, most + 1].map((length) => looks('x'.repeat(length)))).toEqual([0, 1])
  const last = BOUNDS.textsRemembered.most - 2
  for (let nth = 0; nth <= last + 1; nth++) looks(`${nth}`)
  expect([0, last, last + 1].map((nth) => looks(`${nth}`))).toEqual([0, 0, 1])
})
