import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KeyName } from '../recipes.ts'
import { Scrubber } from './scrubber.ts'

const scrubbed = (key: string, text: string) => new Scrubber(new Map<KeyName, string>([['A', key]])).scrub(text)

const percent = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '%$&')

describe('what stands in the place of a key', () => {
  const key = 'cl_4Rt9xKq2Zw83'

  it.each([
    [`"${key}"`, '"{{A}}"'],
    [`Bearer ${key.toLowerCase()}`, 'Bearer {{A in another letter case}}'],
    [key.slice(3), '{{A from character 4 to 15}}'],
    [`x${Buffer.from(key).toString('hex')}`, expect.stringContaining('{{A, in hex}}')],
    [Buffer.from(`${key}:`).toString('base64'), '{{A, in base64}}'],
    [`key=${percent(key)}`, 'key={{A, percent-encoded}}'],
    [`<${key}><${key}>`, '<{{A}}><{{A}}>'],
  ])('of %s says which and how: %s', (text, recipe) => {
    expect(scrubbed(key, text)).toEqual(recipe)
  })

  it('is found however often texts are encoded in each other', () => {
    const twice = encodeURIComponent(Buffer.from(JSON.stringify({ key })).toString('base64'))
    expect(scrubbed(key, twice)).toMatch(/^\{\{A, in base64/)
  })

  it('names the right one of several keys', () => {
    const scrubber = new Scrubber(
      new Map<KeyName, string>([
        ['A', 'cl_live_4Rt9xKq2'],
        ['B', 'cl_live_Zw83hhPm'],
      ]),
    )
    expect(scrubber.scrub('cl_live_Zw83hhPm or cl_live_4Rt9xKq2')).toBe('{{B}} or {{A}}')
  })
})

describe('a text without keys', () => {
  const key = 'cl_4Rt9xKq2Zw83hhPm'

  it('stays exactly as it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.lorem()), (text) => {
        expect(scrubbed(key, text)).toBe(text.replaceAll('{{', '{{}'))
      }),
      { numRuns: 100, seed: 1 },
    )
  })

  it.each([
    '{"id":"3f0c1f0e-8a53-4c57-9d6f-0d2b7f0c9a11","status":"running","stage":"generating"}',
    '{"url":"https://cdn.test/v/1.mp4?sig=ZGVhZGJlZWY%3D&exp=1700000000"}',
    'İstanbul, 東京, cl_ and no key',
  ])('stays: %s', (text) => {
    expect(scrubbed(key, text)).toBe(text)
  })

  it.each(['{{A}}', '{"error":"{{A, in hex}}"}', '{{{A}}}', '{{{{B}}}}'])(
    'does not become one that shows a key: %s',
    (text) => {
      expect(scrubbed(key, text)).not.toMatch(/\{\{(A2|A|B|R|U)\b/)
    },
  )
})
