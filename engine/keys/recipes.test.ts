import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeFromRecipe } from './changes.ts'
import { asItWas, recipesIn, withoutRecipes } from './recipes.ts'

const key = fc.stringMatching(/^cl_[A-Za-z0-9_-]{8,40}$/)

describe('a recipe', () => {
  it.each([
    ['', 'cl_aZ9-'],
    [' without character 4', 'cl_Z9-'],
    [' with character 4 changed', 'cl_bZ9-'],
    [' with character 6 changed', 'cl_aZ0-'],
    [' with character 7 changed', 'cl_aZ9_'],
    [' with character 1 changed', 'dl_aZ9-'],
    [' with a character added after character 7', 'cl_aZ9-x'],
    [' in another letter case', 'cl_Az9-'],
    [' without its prefix', 'aZ9-'],
    [' as the user in base64', 'Y2xfYVo5LTo='],
    [' in capitals', 'cl_AZ9-'],
    [' in small letters', 'cl_az9-'],
    [' from character 2 to 4', 'l_a'],
  ])('%j makes %s', (change, made) => {
    expect(makeFromRecipe('cl_aZ9-', change)).toBe(made)
  })

  it('changes exactly one character, and never only its letter case', () => {
    fc.assert(
      fc.property(key, fc.nat(), (text, anywhere) => {
        const at = (anywhere % text.length) + 1
        const made = makeFromRecipe(text, ` with character ${at} changed`)!
        const changed = [...text].flatMap((character, index) => (character === made[index] ? [] : [index + 1]))
        expect(made).toHaveLength(text.length)
        expect(changed).toEqual([at])
        expect(made.toLowerCase()).not.toBe(text.toLowerCase())
      }),
      { seed: 1 },
    )
  })
})

describe('the recipes in a text', () => {
  it.each(['{{two braces}}', '{{}}', '{{a}}', '{{A-1}}', '{{A}', '{A}}', '{{TOOLONGANAME}}', '{{API_KEY}}'])(
    'are not taken for what others write in braces: %s',
    (text) => expect(recipesIn(text)).toEqual([]),
  )
})

describe('braces that others wrote', () => {
  it('are read back as they were, and hold no recipe meanwhile', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('{', '}', 'A', ' two braces', 'x')), (parts) => {
        const text = parts.join('')
        expect(recipesIn(withoutRecipes(text))).toEqual([])
        expect(asItWas(withoutRecipes(text))).toBe(text)
      }),
      { numRuns: 200, seed: 1 },
    )
  })

  it('are read from older histories, too', () => {
    expect(asItWas('{{two braces}}A}} {{two braces}}}')).toBe('{{A}} {{}')
  })
})
