import { describe, expect, it } from 'vitest'
import { Vault } from './vault.ts'

const A = 'cl_live_4Rt9xKq2'
const B = 'cl_live_Zw83hhPm'
const vault = new Vault({ A, B }, 7)

describe('the vault', () => {
  it('fills recipes in, wherever they stand', () => {
    expect(vault.fill('Bearer {{A}}')).toBe(`Bearer ${A}`)
    expect(vault.fill('a={{A without character 1}}&b={{B}}')).toBe(`a=${A.slice(1)}&b=${B}`)
    expect(vault.fill('no {{key}} and no {{A')).toBe('no {{key}} and no {{A')
  })

  it('fills in a part of a key that an answer showed, and is sent back to where it came from', () => {
    expect(vault.fill('/v1/videos/{{A from character 2 to 4}}')).toBe('/v1/videos/l_l')
  })

  it('leaves a recipe that is none of ours as it stands', () => {
    expect(vault.fill('{{A upside down}} {{A, in hex}} {{B4}}')).toBe('{{A upside down}} {{A, in hex}} {{B4}}')
  })

  it('refuses to fill in a key that the run was not given', () => {
    expect(() => vault.fill('{{R}}')).toThrow('needs the key R')
    expect(() => vault.fill('{{A2 without its prefix}}')).toThrow('needs the key A2')
  })

  it('makes a key that was never issued: as long, of the same kinds of characters, and the same for one seed', () => {
    const unknown = vault.fill('{{U}}')
    expect(unknown).toMatch(/^cl_[a-z]{4}_\d[A-Z][a-z]\d[a-z][A-Z][a-z]\d$/)
    expect(unknown).not.toBe(A)
    expect(new Vault({ A }, 7).fill('{{U}}')).toBe(unknown)
    expect(new Vault({ A }, 8).fill('{{U}}')).not.toBe(unknown)
  })

  it('knows which keys it has and how long they are', () => {
    expect(vault.names()).toEqual(['A', 'B', 'U'])
    expect([vault.has('B'), vault.has('R')]).toEqual([true, false])
    expect([vault.lengthOf('A'), vault.lengthOf('R')]).toEqual([A.length, 0])
  })

  it('puts recipes in the place of every key, and of the one that was never issued', () => {
    const text = `A ${A}, B ${B}, U ${vault.fill('{{U}}')}`
    expect(vault.scrub(text)).toBe('A {{A}}, B {{B}}, U {{U}}')
  })
})

it('knows a changed key that is another given one', () => {
  const neighbours = new Vault({ A: 'cl_0123456789a1', A2: 'cl_0123456789a2' }, 1)
  expect(neighbours.isGoodAuthorization('Bearer {{A with character 15 changed}}')).toBe(true)
  expect(neighbours.isGoodAuthorization('Bearer {{A with character 14 changed}}')).toBe(false)
  expect(neighbours.isGoodAuthorization('Bearer {{U}}')).toBe(false)
})
