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
