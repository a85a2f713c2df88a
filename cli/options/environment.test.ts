import { parseEnv } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { malformedLine } from './environment.ts'

describe('an env file', () => {
  it.each([
    '',
    '# nothing\n\n',
    'GATECHECK_KEY=cl_0123',
    'A=1\nexport B = 2\n  C=3\n',
    'A=\nB=x#y\nC="x" # said\n',
    'A="-----BEGIN PRIVATE KEY-----\nMC4\n-----END PRIVATE KEY-----\n"\nB=\'it"s\'\nC=`a\n\nb`',
    'A.b-c=1',
  ])('accepts %j', (text) => {
    expect(malformedLine(text)).toBeUndefined()
  })

  it.each([
    ['A=1\n\nGATECHECK_KEY cl_secret\n', 3, 'missing ='],
    ['GATECHECK_KEY: cl_secret', 1, 'missing ='],
    ['=cl_secret', 1, 'invalid name'],
    ['GATECHECK KEY=cl_secret', 1, 'invalid name'],
    ['A="one\ntwo"\nB', 3, 'missing ='],
    ['A=1\nB="cl_secret\nC=2', 2, 'missing closing quote'],
    ['A="x" y', 1, 'after the closing quote "'],
    ['A="x\nGATECHECK_KEY="cl_secret"', 1, 'after the closing quote "'],
  ])('rejects %j, line %i', (text, line, why) => {
    const found = malformedLine(text)
    expect(found).toEqual({ line, why: expect.stringContaining(why) })
    expect(found?.why).not.toContain('secret')
  })

  it('drops no line of an accepted file', () => {
    const name = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,8}$/)
    const value = fc.stringMatching(/^[\w "'`#=\n]{0,9}$/)
    const line = fc.tuple(
      name,
      fc.constantFrom('=', ' = ', ''),
      fc.constantFrom('', '"', "'", '`'),
      value,
      fc.boolean(),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), (all) => {
        const text = all
          .map(([key, is, quote, said, closed]) => `${key}${is}${quote}${said}${closed ? quote : ''}`)
          .join('\n')
        if (malformedLine(text)) return
        const lines = text.split('\n').filter((each) => /^[A-Z_]\w*\s*=/.test(each))
        const kept = Object.entries(parseEnv(text)).map(([key, each]) => key + each)
        for (const each of lines)
          expect(
            kept.some((one) => one.includes(each.slice(0, each.indexOf('=')).trim())),
            text,
          ).toBe(true)
      }),
      { seed: 1 },
    )
  })
})
