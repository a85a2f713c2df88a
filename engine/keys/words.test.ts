import { describe, expect, it } from 'vitest'
import { UsageError } from '../config/target.ts'
import { Vault } from './vault.ts'
import { secretsOf, usableWords, Words } from './words.ts'

const A = 'cl_live_4Rt9xKq2'
const vault = new Vault({ A }, 7, ['Project Nightingale', 'größer', 'say "it"\n'])
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('a word that is kept out', () => {
  it.each([
    ['as it is', 'of Project Nightingale!', 'of {{W1}}!'],
    ['in another letter case', 'PROJECT NIGHTINGALE', '{{W1 in another letter case}}'],
    ['percent-encoded', 'Project%20Nightingale', '{{W1, percent-encoded}}'],
    ['in base64', base64('Project Nightingale'), '{{W1, in base64}}'],
    ['in a slug', 'project-nightingale', expect.stringContaining('{{W1')],
    ['beyond ASCII', 'größer', '{{W3}}'],
    ['beyond ASCII, percent-encoded', encodeURIComponent('viel größer!'), 'viel%20{{W3, in UTF-8, percent-encoded}}!'],
    ['in JSON', JSON.stringify({ prompt: 'say "it"\n' }), '{"prompt":"{{W2, with escapes}}"}'],
    ['not when it is another word', 'a night in a project', 'a night in a project'],
  ])('is replaced %s', (_, text, expected) => {
    expect(vault.scrub(text)).toEqual(expected)
  })

  it('is filled in again, and is no key', () => {
    expect(vault.fill('a {{W1}} b {{W3}}')).toBe('a Project Nightingale b größer')
    expect(vault.names()).toEqual(['A', 'U'])
    expect(vault.isGoodAuthorization('Bearer {{W1}}')).toBe(false)
  })

  it('is kept out of what the run itself writes down, beside the recipes of keys', () => {
    const entry = {
      kind: 'gap',
      by: 'nightingale',
      case: 'Project Nightingale, {{A}}',
      deep: [{ body: 'größer' }],
      n: 1,
    }
    expect(vault.words.keptOutOf(entry)).toEqual({
      ...{ kind: 'gap', by: 'nightingale', n: 1 },
      case: '{{W1}}, {{A}}',
      deep: [{ body: '{{W3}}' }],
    })
    expect(new Words([]).keptOutOf(entry)).toBe(entry)
  })

  it.each(['abc', 'succeeded', 'PROMPT', 'author'])('cannot be %j, and the message does not repeat it', (word) => {
    expect(() => usableWords([word])).toThrow(UsageError)
    expect(() => usableWords([word])).toThrow(/word 1/)
  })
})

describe('of the address of an image', () => {
  it.each<[string, string[]]>([
    ['https://cdn.test/a.jpg', []],
    ['https://cdn.test/a.jpg?w=1', []],
    ['no address', []],
    ['https://studio:hunter2pw@cdn.test/a.jpg', ['studio:hunter2pw', 'hunter2pw']],
    ['https://cdn.test/a.jpg?sig=4Rt9xKq2Zw83hhPmQ7&exp=1', ['sig=4Rt9xKq2Zw83hhPmQ7&exp=1', '4Rt9xKq2Zw83hhPmQ7']],
  ])('what may be the right to see it is kept out: %s', (url, expected) => {
    expect(secretsOf(url)).toEqual(expected)
  })
})

describe('a base URL', () => {
  const key = 'cl_4Rt9xKq2Zw83hhPm'
  const keys = new Vault({ A: key }, 1)

  it.each([
    `https://api.test/${key}/v1`,
    `https://api.test/v1?key=${key}`,
    `https://${key}@api.test/v1`,
    `https://${key.toLowerCase().replace('_', '-')}.test/v1`,
    `https://api.test/${encodeURIComponent(base64(key))}/v1`,
    `https://api.test/${key.replace('K', '%4B')}/v1`,
    `https://api.test/${key.slice(3)}/v1`,
    `api.test/v1#${key}`,
  ])('that holds the key is seen: %s', (url) => expect(keys.shows(url)).toBe(true))

  it.each(['https://api.test/v1', 'https://cl_api.test/v1', `https://api.test/${key.slice(0, 9)}/v1`])(
    'that does not is none: %s',
    (url) => expect(keys.shows(url)).toBe(false),
  )
})
