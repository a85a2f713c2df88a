import { describe, expect, it } from 'vitest'
import { UsageError } from '../config/target.ts'
import { otherKeys, printsOf } from './prints.ts'
import { Vault } from './vault.ts'
import { secretsOf, usableWords, Words } from './words.ts'

const A = 'cl_live_4Rt9xKq2'
const B = 'cl_live_Zw83hhPm'
const vault = new Vault({ A, B }, 7, ['Project Nightingale', 'größer'])

describe('the vault', () => {
  it('fills placeholders in', () => {
    expect(vault.fill('Bearer {{A}}')).toBe(`Bearer ${A}`)
    expect(vault.fill('a={{A without character 1}}&b={{B}}')).toBe(`a=${A.slice(1)}&b=${B}`)
    expect(vault.fill('{{W1}} {{W2}}')).toBe('Project Nightingale größer')
    expect(vault.fill('no {{key}} and no {{A, in hex}}, {{}A}}')).toBe('no {{key}} and no {{A, in hex}}, {{A}}')
  })

  it('throws for a key that was not given', () => {
    expect(() => vault.fill('{{R}}')).toThrow('needs the key R')
    expect(() => vault.fill('{{A2 without its prefix}}')).toThrow('needs the key A2')
  })

  it('makes the same unknown key for the same seed, as long as the good one', () => {
    const unknown = vault.fill('{{U}}')
    expect(unknown).toMatch(/^cl_[a-z]{4}_\d[A-Z][a-z]\d[a-z][A-Z][a-z]\d$/)
    expect(unknown).not.toBe(A)
    expect(new Vault({ A }, 7).fill('{{U}}')).toBe(unknown)
    expect(new Vault({ A }, 8).fill('{{U}}')).not.toBe(unknown)
  })

  it('redacts every key and word', () => {
    const text = `A ${A}, B ${B}, U ${vault.fill('{{U}}')}, größer`
    expect(vault.scrub(text)).toBe('A {{A}}, B {{B}}, U {{U}}, {{W2}}')
    expect(vault.names()).toEqual(['A', 'B', 'U'])
  })

  it('recognizes a changed key that is another given one', () => {
    const neighbours = new Vault({ A: 'cl_0123456789a1', A2: 'cl_0123456789a2' }, 1, ['word'])
    expect(neighbours.isGoodAuthorization('Bearer {{A with character 15 changed}}')).toBe(true)
    for (const other of ['A with character 14 changed', 'U', 'W1'])
      expect(neighbours.isGoodAuthorization(`Bearer {{${other}}}`)).toBe(false)
  })
})

describe('a base URL', () => {
  const key = 'cl_4Rt9xKq2Zw83hhPm'
  const keys = new Vault({ A: key }, 1)

  it.each([
    `https://api.test/${key}/v1`,
    `https://${key}@api.test/v1`,
    `https://${key.toLowerCase().replace('_', '-')}.test/v1`,
    `https://api.test/${encodeURIComponent(Buffer.from(key).toString('base64'))}/v1`,
    `https://api.test/${key.replace('K', '%4B')}/v1`,
    `api.test/v1#${key.slice(3)}`,
  ])('that contains the key is recognized: %s', (url) => expect(keys.shows(url)).toBe(true))

  it.each(['https://api.test/v1', 'https://cl_api.test/v1', `https://api.test/${key.slice(0, 7)}/v1`])(
    'without a key is accepted: %s',
    (url) => expect(keys.shows(url)).toBe(false),
  )
})

describe('words of --redact', () => {
  it('are redacted in entries that hold placeholders of keys', () => {
    const entry = {
      ...{ kind: 'gap', by: 'nightingale', case: 'Project Nightingale, {{A}}', deep: [{ body: 'größer' }], n: 1 },
    }
    expect(vault.words.keptOutOf(entry)).toEqual({
      ...{ kind: 'gap', by: 'nightingale', case: '{{W1}}, {{A}}', deep: [{ body: '{{W2}}' }], n: 1 },
    })
    expect(new Words([]).keptOutOf(entry)).toBe(entry)
  })

  it.each(['abc', 'succeeded', 'PROMPT', 'author'])('may not be %j, and the error does not repeat it', (word) => {
    expect(() => usableWords([word])).toThrow(UsageError)
    expect(() => usableWords([word])).toThrow(/word 1/)
  })
})

it.each<[string, string[]]>([
  ['https://cdn.test/a.jpg', []],
  ['https://cdn.test/a.jpg?w=1', []],
  ['no URL', []],
  ['https://studio:hunter2pw@cdn.test/a.jpg', ['studio:hunter2pw', 'hunter2pw']],
  ['https://cdn.test/a.jpg?sig=4Rt9xKq2Zw83hhPmQ7&exp=1', ['sig=4Rt9xKq2Zw83hhPmQ7&exp=1', '4Rt9xKq2Zw83hhPmQ7']],
])('finds the secrets in the image URL %s', (url, expected) => expect(secretsOf(url)).toEqual(expected))

describe('prints of keys', () => {
  const keys = { A: 'cl_4Rt9xKq2Zw83hhPm', B: 'cl_9Lk2mVb7Qa51ggTy' }

  it('recognize the same keys', () => {
    const prints = printsOf(keys)
    expect(otherKeys({ ...keys, R: 'cl_no-print-of-it' }, prints)).toEqual([])
    expect(otherKeys({ ...keys, B: 'cl_9Lk2mVb7Qa51ggTz' }, prints)).toEqual(['B'])
  })

  it('are eight hex digits and differ between two runs', () => {
    const [one, other] = [printsOf(keys), printsOf(keys)]
    expect(one.of[0]!.print).toMatch(/^[0-9a-f]{8}$/)
    expect(one.of).not.toEqual(other.of)
  })
})
