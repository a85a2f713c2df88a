import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeFromRecipe } from './changes.ts'
import { asItWas, isOfWholeKey, recipesIn, withoutRecipes } from './recipes.ts'

const key = fc.stringMatching(/^cl_[A-Za-z0-9_-]{8,40}$/)

describe('a recipe', () => {
  it.each([
    ['', 'cl_aZ9-'],
    [' without character 4', 'cl_Z9-'],
    [' without character 7', 'cl_aZ9'],
    [' with character 4 changed', 'cl_bZ9-'],
    [' with character 5 changed', 'cl_aA9-'],
    [' with character 6 changed', 'cl_aZ0-'],
    [' with character 7 changed', 'cl_aZ9_'],
    [' with character 1 changed', 'dl_aZ9-'],
    [' with a character added after character 0', 'xcl_aZ9-'],
    [' with a character added after character 7', 'cl_aZ9-x'],
    [' in another letter case', 'cl_Az9-'],
    [' without its prefix', 'aZ9-'],
    [' as the user in base64', 'Y2xfYVo5LTo='],
    [' as the password in base64', 'dXNlcjpjbF9hWjkt'],
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

  it.each([' reversed', 'without character 4', ' without character x', ' in BASE64'])(
    'that is unknown, like %j, makes nothing',
    (change) => {
      expect(makeFromRecipe('cl_abcd', change)).toBeUndefined()
    },
  )
})

describe('the recipes in a text', () => {
  it('are found with the name of their key and what was done to it', () => {
    expect(recipesIn('Bearer {{A}} {{K12 without character 7}}')).toEqual([
      { text: '{{A}}', at: 7, name: 'A', change: '' },
      { text: '{{K12 without character 7}}', at: 13, name: 'K12', change: ' without character 7' },
    ])
  })

  it.each(['{{two braces}}', '{{}}', '{{a}}', '{{A-1}}', '{{A}', '{A}}', '{{TOOLONGANAME}}', '{{API_KEY}}'])(
    'are not taken for what others write in braces: %s',
    (text) => expect(recipesIn(text)).toEqual([]),
  )

  it.each([
    ['{{A}}', true],
    ['{{K1, in base64}}', true],
    ['{{A from character 1 to 8}}', false],
    ['{{A in another letter case, in hex}}', false],
  ])('%s is of a whole key: %s', (text, expected) => {
    expect(isOfWholeKey(recipesIn(text)[0]!)).toBe(expected)
  })
})

describe('braces that others wrote', () => {
  it('are read back as they were, and hold no recipe meanwhile', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('{', '}', 'A', ' two braces', 'x')), (parts) => {
        const text = parts.join('')
        expect(recipesIn(withoutRecipes(text))).toEqual([])
        expect(asItWas(withoutRecipes(text))).toBe(text)
      }),
      { numRuns: 500, seed: 1 },
    )
  })

  it('are read from older histories, too', () => {
    expect(asItWas('{{two braces}}A}} {{two braces}}}')).toBe('{{A}} {{}')
  })

  it('take hardly more room', () => {
    expect(withoutRecipes('{'.repeat(1000)).length).toBeLessThanOrEqual(1500)
  })
})
