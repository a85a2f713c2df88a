import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../config/limits.ts'
import { closeAll, heard } from '../transport/servers-for-tests.ts'
import { fetcherOf, KEY } from './fetcher-for-tests.ts'

afterEach(closeAll)

const ALL = { most: 10_000 }
const redirect = (response: ServerResponse, location: string, status = 302) =>
  void response.writeHead(status, { location }).end()

describe('Fetcher', () => {
  it('records headers that show a key, with the key redacted', async () => {
    const shown = { 'x-owner': KEY, 'x-mark': Buffer.from(KEY).toString('base64'), 'x-plain': 'cl_' }
    const { origin } = await heard((_, response) => response.writeHead(200, shown).end('ok'))
    const { fetches } = await fetcherOf(origin).get(`${origin}/`, ALL)
    const names = fetches[0]!.headers!.map(([name]) => name)
    expect(names).toEqual(expect.arrayContaining(['x-owner', 'x-mark']))
    expect(names).not.toContain('x-plain')
    expect(fetches[0]!.headers).toContainEqual(['x-owner', '{{A}}'])
    expect(JSON.stringify(fetches)).not.toContain(KEY)
  })

  it('requests a URL with a key only from the server itself', async () => {
    const store = await heard((_, response) => response.end('ok'))
    const { origin, requests } = await heard((_, response) => response.end('ok'))
    for (const key of [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64url')]) {
      const { outOfReach } = await fetcherOf(origin).get(`${store.origin}/?key=${key}`, ALL)
      expect(outOfReach).toMatch('contains a key')
      expect(outOfReach).not.toContain(key)
    }
    expect(store.requests).toEqual([])
    expect(await fetcherOf(origin).get(`${origin}/?key=${KEY}`, ALL)).toMatchObject({ answer: { status: 200 } })
    expect(requests).toHaveLength(1)
  })

  it('sends the user name and password of a URL as Basic credentials', async () => {
    const { origin, requests } = await heard((_, response) => response.end('ok'))
    await fetcherOf(origin).get(origin.replace('://', '://me:pa%3Ass@'), ALL)
    expect(requests[0]!.headers.authorization).toBe(`Basic ${Buffer.from('me:pa:ss').toString('base64')}`)
  })

  it('follows redirects up to the limit', async () => {
    const { origin } = await heard(({ url = '' }, response) => {
      const left = Number(url.slice(1))
      if (left === 0) response.end('ok')
      else redirect(response, `/${left - 1}`)
    })
    const most = LIMITS.redirects
    expect(await fetcherOf(origin).get(`${origin}/${most}`, ALL)).toMatchObject({ answer: { status: 200 } })
    const further = await fetcherOf(origin).get(`${origin}/${most + 1}`, ALL)
    expect(further.outOfReach).toBe('too many redirects')
    expect(further.fetches).toHaveLength(most + 1)
  })

  it.each([
    ['/1.mp4', 'a redirect loop'],
    [`file:///${KEY}`, 'a redirect to file:///{{A}}'],
  ])('names a redirect to %s', async (location, leadsNowhere) => {
    const { origin } = await heard((_, response) => redirect(response, location))
    expect(await fetcherOf(origin).get(`${origin}/1.mp4`, ALL)).toMatchObject({ leadsNowhere, answer: { status: 302 } })
  })

  it('checks each redirect like the first URL', async () => {
    const store = await heard((_, response) => response.end('ok'))
    const ways = [
      'http://169.254.169.254/latest/meta-data',
      'http://10.0.0.1/',
      'http://[fd00:ec2::254]/',
      `/${'x'.repeat(8192)}`,
      `${store.origin}/?key=${KEY}`,
    ]
    for (const way of ways) {
      const { origin, requests } = await heard((_, response) => redirect(response, way))
      const fetched = await fetcherOf(origin).get(`${origin}/1.mp4`, { ...ALL, withKey: true })
      expect(fetched.outOfReach, way).toBeTypeOf('string')
      expect(requests).toHaveLength(1)
    }
    expect(store.requests).toEqual([])
  })

  it.each([301, 302, 303, 307, 308])(
    'sends the key to the server only, after a %s elsewhere and back',
    async (status) => {
      let home = ''
      const store = await heard((_, response) => redirect(response, `${home}/back`, status))
      const { origin, requests } = await heard(({ url }, response) => {
        if (url === '/back') response.end('ok')
        else redirect(response, `${store.origin}/there`, status)
      })
      home = origin
      const fetched = await fetcherOf(origin).get(`${origin}/1.mp4`, { ...ALL, withKey: true })
      expect(fetched).toMatchObject({ answer: { status: 200 } })
      expect(requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`])
      expect(store.requests.map(({ headers }) => headers.authorization)).toEqual([undefined])
    },
  )
})
