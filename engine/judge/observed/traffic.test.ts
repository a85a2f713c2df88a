import { describe, expect, it } from 'vitest'
import { targetOf } from '../../config/target.ts'
import { readHar } from './har.ts'
import { UnfitTraffic } from './observed-keys.ts'
import { baseUrlIn, targetIn, trafficTo } from './traffic.ts'

const KEY = 'cl_4Rt9xKq2Zw83hhPm'
const BASE = 'https://api.test/v1'
const VIDEO = 'https://files.test/job-1.mp4?sig=1'

type Asked = { url: string; authorization?: string; says?: unknown; cookie?: string }

const entry = ({ url, authorization, says = {}, cookie }: Asked, at: number) => ({
  startedDateTime: new Date(at * 1000).toISOString(),
  time: 5,
  request: {
    method: 'GET',
    url,
    headers: [
      { name: 'Accept', value: '*/*' },
      ...(authorization === undefined ? [] : [{ name: 'Authorization', value: authorization }]),
      ...(cookie === undefined ? [] : [{ name: 'Cookie', value: cookie }]),
    ],
  },
  response: {
    status: 200,
    headers: [{ name: 'Date', value: 'x' }],
    content: { text: JSON.stringify(says), mimeType: 'application/json' },
  },
})
const har = (...all: Asked[]) => readHar(JSON.stringify({ log: { entries: all.map(entry) } }))
const trafficOf = (...all: Asked[]) => trafficTo(targetOf(BASE), har(...all))
const to = (...paths: string[]) => paths.map((path) => ({ url: `${BASE}${path}` }))
const withKey = (url: string) => ({ url, authorization: `Bearer ${KEY}` })

describe('the base URL', () => {
  it.each<[string, string[], string | undefined]>([
    ['ends with the version', ['https://api.test/v1/models'], 'https://api.test/v1'],
    [
      'is the one with most requests',
      ['https://a.test/v1/models', 'https://b.test/v1/models', 'https://b.test/v1/usage'],
      'https://b.test/v1',
    ],
    [
      'has the version once',
      ['https://a.test/v1/v1/models', 'https://a.test/v1/v1/usage', 'https://a.test/v1/usage'],
      'https://a.test/v1',
    ],
    ['is unknown without a version or an endpoint', ['https://a.test/models', 'https://a.test/v1/pets'], undefined],
    ['is a web address', ['data:/v1/models', 'ws://a.test/v1/models', '', 'http://', '/v1/models'], undefined],
  ])('%s', (_, urls, base) => {
    expect(baseUrlIn(urls)).toBe(base)
  })
})

describe('the traffic of a server', () => {
  it('counts requests to other origins and paths', () => {
    const others = ['https://cdn.test/a', 'https://api.test/login', 'data:,x'].map((url) => ({ url }))
    const { exchanges, leftOut } = trafficOf(...to('/models'), ...others)
    expect(exchanges.map(({ request }) => request.path)).toEqual(['/v1/models'])
    expect([...leftOut]).toEqual([
      ['to another origin', 2],
      ['outside the base URL', 1],
    ])
  })

  it('includes requests with a key to an endpoint without the version', () => {
    const urls = ['/v1/models', '/models', '/videos'].map((path) => withKey(`https://api.test${path}`))
    const { exchanges } = trafficOf(...urls, { url: 'https://server.test/models' })
    expect(exchanges.map(({ request }) => request.path)).toEqual(['/v1/models', '/models'])
  })

  it('distinguishes a request without a key from one whose key the recorder dropped', () => {
    const leftOut = (...all: Asked[]) => trafficOf(...all).exchanges.map(({ keyLeftOut }) => keyLeftOut ?? false)
    const [models, usage] = to('/models', '/usage') as [Asked, Asked]
    expect(leftOut(models, usage)).toEqual([true, true])
    expect(leftOut(withKey(models.url), usage)).toEqual([false, false])
    expect(leftOut(withKey(models.url), { ...usage, authorization: 'Bearer ***' })).toEqual([false, true])
  })

  it('is refused if the base URL contains a key', () => {
    const all = har(withKey(`https://api.test/${KEY}/v1/models`))
    expect(() => trafficTo(targetIn(all)!, all)).toThrow(UnfitTraffic)
  })
})

describe('requests to other origins', () => {
  const poll = { ...withKey(`${BASE}/videos/job-1`), says: { status: 'succeeded', url: VIDEO } }

  it('are kept without the body if a response contained the URL, ignoring its query', () => {
    const { elsewhere } = trafficOf(poll, { url: VIDEO, says: 'film' }, { url: 'https://files.test/job-1.mp4' })
    expect(elsewhere).toMatchObject([
      { origin: 'https://files.test', request: { method: 'GET', path: '/job-1.mp4?sig=1' } },
      { origin: 'https://files.test', request: { path: '/job-1.mp4' } },
    ])
    for (const { answer } of elsewhere) expect(answer).toMatchObject({ status: 200, body: '', truncated: true })
  })

  it('are kept if they carry a key, which is redacted', () => {
    const hook = { ...withKey(`https://else.test/hook?key=${KEY}`), cookie: 'session=1' }
    const { elsewhere } = trafficOf(poll, hook, { url: 'https://else.test/logo.png' })
    expect(elsewhere).toHaveLength(1)
    expect(elsewhere[0]?.request.headers).toContainEqual(['Authorization', 'Bearer {{K1}}'])
    expect(elsewhere[0]?.request.path).toContain('{{K1}}')
    expect(JSON.stringify(elsewhere)).not.toContain(KEY)
    expect(JSON.stringify(elsewhere)).not.toContain('session=1')
  })
})
