import { describe, expect, it } from 'vitest'
import { askedDirectly } from './no-proxy.ts'

describe('NO_PROXY', () => {
  it.each([
    ['api.test', 'api.test', '443', true],
    ['.api.test', 'api.test', '443', true],
    ['api.test', 'my-api.test', '443', false],
    ['api.test:8443', 'api.test', '8443', true],
    ['', 'localhost', '80', false],
    ['a.test,  b.test', 'b.test', '80', true],
    ['10.0.0.0/8', '10.1.2.3', '80', true],
    ['10.0.0.0/8', '11.1.2.3', '80', false],
    ['[::1]:443', '::1', '443', true],
    ['[2001:DB8:0:0::01]:443', '2001:db8::1', '443', true],
    ['::ffff:127.0.0.1', '::ffff:7f00:1', '443', true],
    ['fd00::/8', 'fd12::1', '443', true],
  ])('%j says of %s:%s: %s', (noProxy, host, port, isDirect) => {
    expect(askedDirectly(noProxy)({ host, port })).toBe(isDirect)
  })

  it('is this machine where nobody has set it', () => {
    const isDirect = askedDirectly(undefined)
    for (const host of ['localhost', 'a.localhost', '127.0.0.1', '127.8.8.8', '::1'])
      expect(isDirect({ host, port: '80' }), host).toBe(true)
    expect(isDirect({ host: 'api.test', port: '80' })).toBe(false)
  })
})
