import { describe, expect, it } from 'vitest'
import { Proxies } from './proxies.ts'

const named = (environment: Record<string, string>, url: string) => new Proxies(environment).for(new URL(url))

describe('the proxies of an environment', () => {
  it('go by the protocol of whom is asked, and small letters first', () => {
    const both = { HTTP_PROXY: 'http://a.test:1', HTTPS_PROXY: 'http://b.test:2', https_proxy: 'https://c.test:3' }
    expect(named(both, 'http://api.test/')).toEqual({ origin: 'http://a.test:1', variable: 'HTTP_PROXY' })
    expect(named(both, 'https://api.test/')).toEqual({ origin: 'https://c.test:3', variable: 'https_proxy' })
    expect(named({ HTTP_PROXY: 'a.test:1' }, 'https://api.test/')).toBeUndefined()
  })

  it('leave out whom NO_PROXY names, and this machine where it is not set', () => {
    const proxy = { HTTPS_PROXY: 'b.test:2' }
    expect(named(proxy, 'https://127.0.0.1/')).toBeUndefined()
    expect(named({ ...proxy, NO_PROXY: '' }, 'https://127.0.0.1/')).toMatchObject({ origin: 'http://b.test:2' })
    expect(named({ ...proxy, no_proxy: 'api.test:443' }, 'https://api.test/')).toBeUndefined()
    expect(named({ ...proxy, no_proxy: 'api.test:443' }, 'https://api.test:8443/')).toBeDefined()
    expect(named({ ...proxy, NO_PROXY: 'fd00::/8' }, 'https://[fd00::1]/')).toBeUndefined()
  })

  it('are named without the password, which is sent to them alone', () => {
    const proxy = named({ HTTPS_PROXY: 'http://me:s%20cret@b.test:2' }, 'https://api.test/')
    expect(proxy).toEqual({
      origin: 'http://b.test:2',
      variable: 'HTTPS_PROXY',
      authorization: `Basic ${Buffer.from('me:s cret').toString('base64')}`,
    })
  })

  it.each(['http://me:secret@', 'socks5://me:secret@b.test:1', 'http://me:secret@b.test:99999'])(
    'that cannot be used are wrong usage, and nothing of them is repeated (%s)',
    (text) => {
      const make = () => named({ HTTPS_PROXY: text }, 'https://api.test/')
      expect(make).toThrow(/^HTTPS_PROXY /)
      expect(make).not.toThrow('secret')
    },
  )
})
