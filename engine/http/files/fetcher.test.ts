import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import { closeAll, heard } from '../connections/wire-for-tests.ts'
import { fetcherOf, KEY } from './fetcher-for-tests.ts'

afterEach(closeAll)

const ALL = { most: 10_000 }

const to = (location: string) => (response: ServerResponse) => response.writeHead(302, { location }).end()

describe('a url', () => {
  it('is told with whatever header shows a key, as a recipe', async () => {
    const shown = { 'x-owner': KEY, 'x-mark': Buffer.from(KEY).toString('base64'), 'x-plain': 'cl_' }
    const { origin } = await heard((_, response) => response.writeHead(200, shown).end('ok'))
    const { fetches } = await fetcherOf(origin).get(`${origin}/`, ALL)
    const names = fetches[0]!.headers!.map(([name]) => name)
    expect(names).toEqual(expect.arrayContaining(['x-owner', 'x-mark']))
    expect(names).not.toContain('x-plain')
    expect(fetches[0]!.headers).toContainEqual(['x-owner', '{{A}}'])
    expect(JSON.stringify(fetches)).not.toContain(KEY)
  })

  it('that holds a key is asked of the server itself, and of nobody else', async () => {
    const store = await heard((_, response) => response.end('ok'))
    const { origin, requests } = await heard((_, response) => response.end('ok'))
    const held = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64url')]
    for (const key of held) {
      const { outOfReach } = await fetcherOf(origin).get(`${store.origin}/?key=${key}`, ALL)
      expect(outOfReach).toMatch('contains a key')
      expect(outOfReach).not.toContain(key)
    }
    expect(store.requests).toEqual([])
    expect(await fetcherOf(origin).get(`${origin}/?key=${KEY}`, ALL)).toMatchObject({ answer: { status: 200 } })
    expect(requests).toHaveLength(1)
  })

  it('that leads deeper than its server is asked of nobody, however it is written', async () => {
    const { origin, requests } = await heard((_, response) => response.end('ok'))
    const port = new URL(origin).port
    const spellings = ['127.1', '2130706433', '0x7f.0.0.1', '0177.0.0.1', '127.0.0.1.', '0', '[::1]', '[::ffff:7f00:1]']
    for (const host of [...spellings, 'user@127.0.0.1', '[::127.0.0.1]', '[64:ff9b::7f00:1]', 'localhost']) {
      const fetched = await fetcherOf('https://93.184.216.34').get(`http://${host}:${port}/`, ALL)
      expect(fetched, host).toMatchObject({ outOfReach: expect.stringContaining('loopback') })
    }
    expect(requests).toEqual([])
  })
})

describe('a redirect', () => {
  it('is followed as often as stores redirect, and no more, which nobody is blamed for', async () => {
    const most = BOUNDS.redirects.most
    const { origin } = await heard(({ url = '' }, response) => {
      const left = Number(url.slice(1))
      if (left === 0) response.end('ok')
      else to(`/${left - 1}`)(response)
    })
    expect(await fetcherOf(origin).get(`${origin}/${most}`, ALL)).toMatchObject({ answer: { status: 200 } })
    const further = await fetcherOf(origin).get(`${origin}/${most + 1}`, ALL)
    expect(further).toMatchObject({ outOfReach: 'too many redirects' })
    expect(further.fetches).toHaveLength(most + 1)
  })

  it('is looked at anew at each step: where it leads, how long it is, and whether it holds a key', async () => {
    const store = await heard((_, response) => response.end('ok'))
    const ways = [
      'http://169.254.169.254/latest/meta-data',
      'http://10.0.0.1/',
      'http://[fd00:ec2::254]/',
      `/${'x'.repeat(BOUNDS.urlCharacters.most)}`,
      `${store.origin}/?key=${KEY}`,
    ]
    for (const way of ways) {
      const { origin, requests } = await heard((_, response) => to(way)(response))
      const fetched = await fetcherOf(origin).get(`${origin}/1.mp4`, { ...ALL, withKey: true })
      expect(fetched.outOfReach, way).toBeTypeOf('string')
      expect(fetched.fetches).toHaveLength(1)
      expect(requests).toHaveLength(1)
    }
    expect(store.requests).toEqual([])
  })

  it.each([301, 302, 303, 307, 308])('%s takes the key nowhere else, and back to the server', async (status) => {
    let home = ''
    const store = await heard((_, response) => response.writeHead(status, { location: `${home}/back` }).end())
    const { origin, requests } = await heard(({ url }, response) => {
      if (url === '/back') response.end('ok')
      else response.writeHead(status, { location: `${store.origin}/there` }).end()
    })
    home = origin
    expect(await fetcherOf(origin).get(`${origin}/1.mp4`, { ...ALL, withKey: true })).toMatchObject({
      answer: { status: 200 },
    })
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`])
    expect(store.requests.map(({ headers }) => headers.authorization)).toEqual([undefined])
  })
})
