import { describe, expect, it } from 'vitest'
import { isKnownAsBad, Keyring, sameAccount, siblingOf } from './keyring.ts'

describe('a keyring', () => {
  const seen = new Keyring(
    ['K1', 'K2', 'K3'],
    [
      { name: 'K1', account: 'studio', good: true },
      { name: 'K2', account: 'studio', good: true },
    ],
  )

  it('knows of the usual names what a run is told by them', () => {
    const usual = new Keyring(['A', 'A2', 'B', 'R', 'U'])
    expect(['A', 'A2', 'B', 'R', 'U'].map((name) => usual.isGood(name))).toEqual([true, true, true, false, false])
    expect(['A', 'A2', 'B', 'R', 'U'].map((name) => usual.isIssued(name))).toEqual([true, true, true, true, false])
    expect(usual.areOfOneAccount('A', 'A2')).toBe(true)
    expect(usual.areOfOneAccount('R', 'A')).toBe(true)
    expect(usual.areOfOneAccount('A', 'B')).toBe(false)
    expect(usual.siblingOf('A')).toBe('A2')
    expect(usual.siblingOf('B')).toBe('B')
  })

  it('has the keys that it was given, and no others', () => {
    expect(new Keyring(['A']).siblingOf('A')).toBe('A')
    expect(new Keyring(['A']).known()).toEqual([{ name: 'A', account: 'A', good: true }])
    expect(new Keyring(['A']).isGood('B')).toBeUndefined()
  })

  it('takes any names, and what is said of them', () => {
    expect(seen.areOfOneAccount('K1', 'K2')).toBe(true)
    expect(seen.siblingOf('K1')).toBe('K2')
  })

  it('says of what nobody knows that it is not known', () => {
    expect(seen.isGood('K3')).toBeUndefined()
    expect(seen.isIssued('K3')).toBe(false)
    expect(seen.areOfOneAccount('K1', 'K3')).toBeUndefined()
    expect(seen.areOfOneAccount('K3', 'K3')).toBe(true)
    expect(new Keyring(['A'], []).isGood('A')).toBeUndefined()
  })

  it('serves those who plan with the usual keys', () => {
    expect(sameAccount('A', 'A2')).toBe(true)
    expect(sameAccount('U', 'A')).toBe(false)
    expect(siblingOf('A2')).toBe('A')
    expect(['U', 'R', 'A', 'K1'].map(isKnownAsBad)).toEqual([true, true, false, false])
  })
})
