import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asItWas, changeIn, recipesIn, withoutRecipes } from './placeholders.ts'

describe('a changed key', () => {
  it.each([
    ['', 'cl_aZ9-'],
    [' without character 4', 'cl_Z9-'],
    [' with character 4 changed', 'cl_bZ9-'],
    [' with character 6 changed', 'cl_aZ0-'],
    [' with character 7 changed', 'cl_aZ9_'],
    [' with character 1 changed', 'dl_aZ9-'],
    [' with a character added after character 7', 'cl_aZ9-x'],
    [' with character 5 in the other letter case', 'cl_az9-'],
    [' with character 7 percent-encoded', 'cl_aZ9%2d'],
    [' in another letter case', 'cl_Az9-'],
    [' without its prefix', 'aZ9-'],
    [' as the user in base64', 'Y2xfYVo5LTo='],
    [' in capitals', 'cl_AZ9-'],
    [' in small letters', 'cl_az9-'],
    [' from character 2 to 4', 'l_a'],
  ])('%j is sent as %s', (change, made) => expect(changeIn(change)!.make('cl_aZ9-')).toBe(made))
})

describe('placeholders', () => {
  it.each(['{{}', '{{}}', '{{a}}', '{{A-1}}', '{{A}', '{A}}', '{{TOOLONGANAME}}', '{{API_KEY}}'])(
    'do not include %s',
    (text) => expect(recipesIn(text)).toEqual([]),
  )

  it("do not include a server's own braces, which are restored when sent", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('{', '}', 'A', 'x')), (parts) => {
        const text = parts.join('')
        expect(recipesIn(withoutRecipes(text))).toEqual([])
        expect(asItWas(withoutRecipes(text))).toBe(text)
      }),
      { numRuns: 200, seed: 1 },
    )
  })
})
