import { describe, expect, it } from 'vitest'
import { masked, maskedHeaders } from './masked.ts'

const SECRET = 'abcdEFGH0123456789abcdEFGH0123456789wxyz'
const KEY = `cl_${SECRET}`

describe('a key in a text', () => {
  it('is shown only by its beginning and end', () => {
    expect(masked(`as ${KEY}, please`)).toBe('as cl_abcd…wxyz, please')
    expect(masked(`Bearer${KEY}`)).toBe('Bearercl_abcd…wxyz')
    expect(masked(`${KEY}${KEY}`)).toBe('cl_abcd…wxyzcl_abcd…wxyz')
  })

  it('is found in any letter case, several times, and as a field name', () => {
    expect(masked(`{"${KEY.toUpperCase()}": "${KEY}"}`)).toBe('{"CL_ABCD…WXYZ": "cl_abcd…wxyz"}')
  })

  it.each([
    ['cl_abcdefgh', 'cl_ab…gh'],
    ['cl_abcd', 'cl_a…d'],
    ['cl_abc', 'cl_…'],
    ['cl_a', 'cl_…'],
  ])('is never shown in full, however short: %s', (key, shown) => {
    expect(masked(key)).toBe(shown)
  })

  it.each([
    ['in a URL', [...KEY].map((each) => `%${each.charCodeAt(0).toString(16)}`).join(''), decodeURIComponent],
    ['in a URL, its prefix alone', `CL%5f${SECRET}`, decodeURIComponent],
    ['in JSON', [...KEY].map((each) => `\\u00${each.charCodeAt(0).toString(16)}`).join(''), fromJson],
  ])('is masked where it is spelt otherwise, too: %s', (_, text, decoded) => {
    expect(decoded(text).toLowerCase()).toBe(KEY.toLowerCase())
    expect(masked(`x=${text}&y`)).toMatch(/^x=.*…/)
    for (const half of [SECRET.slice(0, 12), SECRET.slice(-12)]) {
      expect(decoded(masked(text)).toLowerCase()).not.toContain(half.toLowerCase())
    }
  })
})

function fromJson(text: string): string {
  return JSON.parse(`"${text}"`)
}

describe('a header', () => {
  const shownOf = (name: string, value: string) => maskedHeaders([name, value])[0]?.[1]

  it.each([
    ['a key', `Bearer ${KEY}`, 'Bearer cl_abcd…wxyz'],
    ['a bare key', KEY, 'cl_abcd…wxyz'],
    ['another scheme', 'Basic dXNlcjpwYXNzd29yZA==', 'Basic …'],
    ['a bare secret', SECRET, '…'],
    ['a key without its prefix', `Bearer ${SECRET}`, 'Bearer …'],
    ['a key broken by a sign', `Bearer cl_${SECRET.slice(0, 10)}-${SECRET.slice(10)}`, 'Bearer …'],
    ['two keys', `Bearer ${KEY} ${KEY}`, 'Bearer cl_abcd…wxyz cl_abcd…wxyz'],
    ['nothing behind it', 'Bearer', '…'],
    ['nothing', '', ''],
  ])('with credentials shows of them what has the form of a key: %s', (_, value, shown) => {
    expect(shownOf('Authorization', value)).toBe(shown)
    expect(shownOf('proxy-authorization', value)).toBe(shown)
  })

  it('shows no cookies', () => {
    expect(shownOf('cookie', 'session=1234; key=5678')).toBe('… …')
  })
})
