import { describe, expect, it } from 'vitest'
import { Keyring } from '../../keys/keyring.ts'
import type { Header, RequestTemplate } from '../entry/exchange.ts'
import { carriesGoodKey, isAskedByNobody, keyOf } from './who-asks.ts'

const asked = (...headers: Header[]): RequestTemplate => ({ method: 'GET', path: '/v1/models', headers })
const by = (...values: string[]) => asked(...values.map((value): Header => ['Authorization', value]))

describe('who asks', () => {
  it.each(['A', 'A2', 'R', 'U', 'K17'])('is seen by a whole key, once, behind Bearer: %s', (name) => {
    expect(keyOf(by(`Bearer {{${name}}}`))).toBe(name)
    expect(keyOf(asked(['authorization', `Bearer {{${name}}}`]))).toBe(name)
  })

  it.each([
    ['without a header', by()],
    ['with two headers', by('Bearer {{A}}', 'Bearer {{A}}')],
    ['with two keys', by('Bearer {{A}} {{A}}')],
    ['with an altered key', by('Bearer {{A without character 4}}')],
    ['with something behind the key', by('Bearer {{A}}x')],
    ['with another scheme', by('bearer {{A}}')],
    ['with the bare key', by('{{A}}')],
    ['with the key elsewhere', asked(['X-API-Key', 'Bearer {{A}}'])],
    ['with what is no key', by('Bearer {{two braces}}A}}')],
  ])('is not seen %s', (_, request) => {
    expect(keyOf(request)).toBeUndefined()
  })

  it('has a good key where the keyring says so', () => {
    const keyring = new Keyring(['A', 'R', 'K1'])
    const isGood = (name: string) => carriesGoodKey(by(`Bearer {{${name}}}`), keyring)
    expect(['A', 'R', 'K1'].map(isGood)).toEqual([true, false, false])
  })

  it('is nobody only where no key stands anywhere', () => {
    expect(isAskedByNobody(by())).toBe(true)
    expect(isAskedByNobody(by('Basic'))).toBe(false)
    expect(isAskedByNobody(asked(['Cookie', 'key={{A}}']))).toBe(false)
    expect(isAskedByNobody({ ...by(), path: '/v1/models?key={{A, percent-encoded}}' })).toBe(false)
    expect(isAskedByNobody({ ...by(), body: '{"key":"{{A}}"}' })).toBe(false)
  })
})
