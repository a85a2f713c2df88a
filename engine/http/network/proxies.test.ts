import { describe, expect, it } from 'vitest'
import { proxiesIn } from './proxies.ts'

const proxyFor = (environment: Record<string, string>, url: string) => proxiesIn(environment)(new URL(url))

describe('proxies from the environment', () => {
  it('are chosen by protocol, lowercase variables first', () => {
    const both = { HTTP_PROXY: 'http://a.test:1', HTTPS_PROXY: 'http://b.test:2', https_proxy: 'https://c.test:3' }
    expect(proxyFor(both, 'http://api.test/')).toEqual({ origin: 'http://a.test:1', variable: 'HTTP_PROXY' })
    expect(proxyFor(both, 'https://api.test/')).toEqual({ origin: 'https://c.test:3', variable: 'https_proxy' })
    expect(proxyFor({ HTTP_PROXY: 'a.test:1' }, 'https://api.test/')).toBeUndefined()
  })

  it.each([
    ['api.test', 'http://api.test', true],
    ['.api.test', 'http://api.test', true],
    ['*.api.test', 'http://www.api.test', true],
    ['api.test', 'http://my-api.test', false],
    ['api.test:8443', 'http://api.test:8443', true],
    ['api.test:443', 'http://api.test:8443', false],
    ['*', 'http://api.test', true],
    ['', 'http://localhost', false],
    ['a.test,  b.test', 'http://b.test', true],
    ['10.0.0.0/8', 'http://10.1.2.3', true],
    ['10.0.0.0/8', 'http://11.1.2.3', false],
    ['10.0.0.0/33', 'http://10.1.2.3', false],
    ['[::1]:443', 'http://[::1]:443', true],
    ['[::1]:443', 'http://[::1]:80', false],
    ['[2001:DB8:0:0::01]', 'http://[2001:db8::1]', true],
    ['::ffff:127.0.0.1', 'http://[::ffff:7f00:1]', true],
    ['fd00::/8', 'http://[fd12::1]', true],
  ])('are skipped if NO_PROXY=%j names %s: %s', (noProxy, url, isSkipped) => {
    expect(proxyFor({ HTTP_PROXY: 'b.test:2', NO_PROXY: noProxy }, url) === undefined).toBe(isSkipped)
  })

  it('are skipped for this machine without NO_PROXY', () => {
    for (const host of ['localhost', 'a.localhost', '127.0.0.1', '127.8.8.8', '[::1]'])
      expect(proxyFor({ HTTP_PROXY: 'b.test:2' }, `http://${host}`), host).toBeUndefined()
  })

  it('keep their password out of their origin', () => {
    expect(proxyFor({ HTTPS_PROXY: 'http://me:s%20cret@b.test:2' }, 'https://api.test/')).toEqual({
      origin: 'http://b.test:2',
      variable: 'HTTPS_PROXY',
      authorization: `Basic ${Buffer.from('me:s cret').toString('base64')}`,
    })
  })

  it.each(['http://me:secret@', 'socks5://me:secret@b.test:1', 'http://me:secret@b.test:99999'])(
    'rejects %s without repeating the password',
    (text) => {
      const make = () => proxyFor({ HTTPS_PROXY: text }, 'https://api.test/')
      expect(make).toThrow(/^HTTPS_PROXY /)
      expect(make).not.toThrow('secret')
    },
  )
})
