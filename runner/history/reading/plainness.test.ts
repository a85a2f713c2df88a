import { describe, expect, it } from 'vitest'
import type { Header } from '../entry/exchange.ts'
import { asksForSomethingElse, isPlain } from './plainness.ts'

const asked = (...headers: Header[]) => ({ method: 'GET', path: '/v1/models', headers })

describe('a request', () => {
  it.each<Header>([
    ['Authorization', 'Bearer {{A}}'],
    ['accept', '*/*'],
    ['Accept', 'application/json, text/plain, */*'],
    ['Accept-Encoding', 'gzip, deflate, br, zstd'],
    ['accept-encoding', 'gzip;q=1.0, *;q=0'],
    // As axios sends it.
    ['accept-encoding', 'gzip, compress, deflate, br'],
    ['accept-language', 'de-CH,de;q=0.9,en;q=0.8'],
    ['Content-Type', 'application/json; charset=utf-8'],
    ['sec-fetch-mode', 'cors'],
    ['User-Agent', 'anything at all'],
    ['X-Stainless-Lang', 'js'],
  ])('is plain with %s: %s', (...header) => {
    expect(isPlain(asked(header))).toBe(true)
    expect(asksForSomethingElse(asked(header))).toBe(false)
  })

  it('is plain with cookies beside its key', () => {
    expect(isPlain(asked(['Authorization', 'Bearer {{A}}'], ['Cookie', 'AWSALB=x']))).toBe(true)
  })

  it.each<Header>([
    ['Range', 'bytes=0-1'],
    ['If-None-Match', '"a"'],
    ['Accept', 'text/event-stream'],
    ['accept-encoding', 'klingon'],
    ['Prefer', 'wait=10'],
    ['Idempotency-Key', '7'],
    ['X-Idempotency-Token', '7'],
    ['X-Api-Version', '2'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['Content-Type', 'multipart/form-data; boundary=x'],
    ['Cookie', 'session=1'],
  ])('asks for something else with %s: %s', (...header) => {
    expect(isPlain(asked(header))).toBe(false)
    expect(asksForSomethingElse(asked(header))).toBe(true)
  })

  it.each<Header>([
    ['Origin', 'https://page.test'],
    ['X-Tenant', 'studio'],
  ])('with %s asks for the same, and may be refused for it', (...header) => {
    expect(isPlain(asked(header))).toBe(false)
    expect(asksForSomethingElse(asked(header))).toBe(false)
  })
})
