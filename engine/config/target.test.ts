import { describe, expect, it } from 'vitest'
import { below, isPlainHttpElsewhere, targetOf, UsageError, withoutVersion, withVersionTwice } from './target.ts'

describe('a target', () => {
  it.each([
    ['https://api.test/v1', 'https://api.test/v1', '/v1', true],
    ['https://api.test/v1/', 'https://api.test/v1', '/v1', true],
    ['https://api.test:8443/video/v1//', 'https://api.test:8443/video/v1', '/video/v1', true],
    ['HTTP://API.test/v1', 'http://api.test/v1', '/v1', true],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000', '', false],
    ['http://[::1]:3000/', 'http://[::1]:3000', '', false],
    ['https://api.test/v1/latest', 'https://api.test/v1/latest', '/v1/latest', false],
  ])('accepts %s', (text, baseUrl, basePath, endsWithVersion) => {
    expect(targetOf(text)).toMatchObject({ baseUrl, basePath, endsWithVersion })
  })

  it.each([
    ['api.test/v1', 'is not a URL'],
    ['', 'is not a URL'],
    ['https://user:secret@api.test/v1', 'must not contain a user name'],
    ['https://api.test/v1?key=1', 'must not contain a query'],
    ['https://api.test/v1#top', 'must not contain a query or a fragment'],
    ['https://api.test/v1/videos', 'try https://api.test/v1'],
    ['https://api.test/v1/v1', 'try https://api.test/v1'],
  ])('rejects %j', (text, why) => {
    expect(() => targetOf(text)).toThrow(UsageError)
    expect(() => targetOf(text)).toThrow(why)
  })

  it('shows no key in a message', () => {
    for (const text of ['api.test/v1?key=cl_4Rt9xKq2Zw83hhPm', 'cl_4Rt9xKq2Zw83hhPm'])
      expect(() => targetOf(text)).toThrow(/^(?!.*4Rt9).*cl_…/s)
  })

  it('builds paths below the base URL, with the version twice, and without it', () => {
    const target = targetOf('https://api.test/video/v1')
    expect(below(target, '/models')).toBe('/video/v1/models')
    expect(withVersionTwice(target, '/models')).toBe('/video/v1/v1/models')
    expect(withoutVersion(target, '/models')).toBe('/video/models')
    expect(withoutVersion(targetOf('https://api.test/v1'), '/videos/7')).toBe('/videos/7')
  })
})

describe('plain http', () => {
  it.each([
    'https://api.test/v1',
    'http://127.0.0.1/v1',
    'http://2130706433/v1',
    'http://localhost:3000/v1',
    'http://api.localhost/v1',
    'http://[::1]:3000/v1',
    'http://[::ffff:127.0.0.1]/v1',
  ])('is local for %s', (text) => {
    expect(isPlainHttpElsewhere(new URL(text))).toBe(false)
  })

  it.each([
    'http://api.test/v1',
    'http://localhost.test/v1',
    'http://notlocalhost/v1',
    'http://127.0.0.1.test/v1',
    'http://[::ffff:10.0.0.1]/v1',
  ])('is remote for %s', (text) => {
    expect(isPlainHttpElsewhere(new URL(text))).toBe(true)
  })
})
