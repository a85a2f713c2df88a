import { expect, it } from 'vitest'
import { headersThatMatter } from './headers.ts'

const seen = (...headers: [string, string][]) =>
  Object.fromEntries(headersThatMatter(headers).map(({ name, value }) => [name, value]))

it('knows a header by one name, whatever its letter case', () => {
  expect(seen(['X-RateLimit-Limit', '60'])).toEqual({ 'x-ratelimit-limit': '60' })
})

it('joins what is said of one header in several lines', () => {
  expect(seen(['Allow', 'POST'], ['allow', 'GET'])).toEqual({ allow: 'get, post' })
})

it.each([
  'Date',
  'Content-Length',
  'Server',
  'Set-Cookie',
  'Via',
  'CF-Ray',
  'X-Amz-Cf-Id',
  'X-Envoy-Upstream-Service-Time',
])('leaves out %s, which tells of a transfer or of what stands before a server', (name) => {
  expect(seen([name, 'anything'])).toEqual({})
})

it('reads a media type beside its parameters', () => {
  expect(seen(['content-type', 'Application/JSON; Charset=UTF-8'])).toEqual({
    'content-type': 'application/json',
    'content-type parameters': 'charset=utf-8',
  })
})

it('reads of a challenge its scheme alone', () => {
  expect(seen(['www-authenticate', 'Bearer realm="x", error="y"'])).toEqual({ 'www-authenticate': 'bearer' })
})

it('takes the same words in another order for the same', () => {
  expect(seen(['cache-control', 'private, no-store'])).toEqual(seen(['cache-control', 'No-Store, private']))
  expect(seen(['access-control-allow-methods', 'GET,POST'])).toEqual(
    seen(['access-control-allow-methods', 'POST, GET']),
  )
})

it('leaves the value of any other header as it is: its form is what matters', () => {
  expect(headersThatMatter([['Location', '/V1/videos/1']])).toEqual([
    { name: 'location', value: '/V1/videos/1', isInWords: false },
  ])
})
