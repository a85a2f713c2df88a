import { describe, expect, it } from 'vitest'
import { targetOf } from '../../config/target.ts'
import { readHar } from './har.ts'
import { trafficTo } from './traffic.ts'

const KEY = 'cl_4Rt9xKq2Zw83hhPm'
const BASE = 'https://api.test/v1'
const VIDEO = 'https://files.test/job-1.mp4?sig=1'

type Asked = { url: string; key?: string; says?: unknown; cookie?: string; http?: string }

const entry = ({ url, key, says = {}, cookie, http = 'HTTP/1.1' }: Asked, at: number) => ({
  startedDateTime: new Date(at * 1000).toISOString(),
  time: 5,
  request: {
    method: 'GET',
    url,
    httpVersion: http,
    headers: [
      ...(key === undefined ? [] : [{ name: 'Authorization', value: `Bearer ${key}` }]),
      ...(cookie === undefined ? [] : [{ name: 'Cookie', value: cookie }]),
    ],
  },
  response: {
    status: 200,
    headers: [{ name: 'Date', value: 'x' }],
    content: { text: JSON.stringify(says), mimeType: 'application/json' },
  },
})

const trafficOf = (...all: Asked[]) =>
  trafficTo(targetOf(BASE), readHar(JSON.stringify({ log: { entries: all.map(entry) } })))
const poll = { url: `${BASE}/videos/job-1`, key: KEY, says: { status: 'succeeded', url: VIDEO } }

describe('what clients asked of others', () => {
  it('is kept where an answer of the server named it, whatever its query, without what is in the file', () => {
    const { elsewhere } = trafficOf(poll, { url: VIDEO, says: 'film' }, { url: 'https://files.test/job-1.mp4' })
    expect(elsewhere).toMatchObject([
      { origin: 'https://files.test', request: { method: 'GET', path: '/job-1.mp4?sig=1' } },
      { origin: 'https://files.test', request: { path: '/job-1.mp4' } },
    ])
    for (const { answer } of elsewhere) expect(answer).toMatchObject({ status: 200, body: '', truncated: true })
  })

  it('is kept where it carries a key, as a recipe', () => {
    const { elsewhere } = trafficOf(poll, { url: `https://else.test/hook?key=${KEY}`, key: KEY, cookie: 'session=1' })
    expect(elsewhere).toHaveLength(1)
    const [asked] = elsewhere
    expect(asked?.request.headers).toContainEqual(['Authorization', 'Bearer {{K1}}'])
    expect(asked?.request.path).toContain('{{K1}}')
    expect(JSON.stringify(elsewhere)).not.toContain(KEY)
    expect(JSON.stringify(elsewhere)).not.toContain('session=1')
  })

  it("is nobody's business otherwise, and counted with the rest", () => {
    const { elsewhere, leftOut } = trafficOf(
      poll,
      { url: 'https://else.test/logo.png', cookie: 'session=1' },
      { url: VIDEO },
    )
    expect(elsewhere).toHaveLength(1)
    expect([...leftOut]).toEqual([['to another origin', 2]])
  })
})
