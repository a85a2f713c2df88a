import { expect, it } from 'vitest'
import { targetOf } from '../../../engine/config/target.ts'
import type { Exchange } from '../../../engine/history/entry/exchange.ts'
import { asksIn } from './asks.ts'

type Sent = { n?: number; method?: string; path: string; body?: string; key?: string; agent?: string; job?: number }

const exchange = ({ n = 2, method = 'GET', path, body, key = 'A', agent, job }: Sent) =>
  ({
    n,
    request: {
      method,
      path,
      headers: [['Authorization', `Bearer {{${key}}}`], ...(agent ? [['User-Agent', agent]] : [])],
      ...(body !== undefined && { body }),
    },
    purpose: { by: 'somebody', part: 'probe', ...(job !== undefined && { job }) },
  }) as unknown as Exchange

function names(baseUrl: string, ids: string[], alias: string, ...sent: Sent[]): (string | undefined)[] {
  const dialect = { models: { form: 'a list', aliases: [alias] } }
  const asks = asksIn(sent.map(exchange), targetOf(baseUrl), dialect, new Set(ids))
  return sent.map(({ n = 2 }) => asks.get(n))
}

const today = (...sent: Sent[]) => names('http://127.0.0.1:1/v1', ['job-1'], 'aurora', ...sent)
const tomorrow = (...sent: Sent[]) => names('http://127.0.0.1:2/api/v1', ['b/17'], 'borealis', ...sent)

const post = (path: string, body: object): Sent => ({ method: 'POST', path, body: JSON.stringify(body) })
const AURORA = post('/v1/videos', { model: 'aurora' })
const BOREALIS = post('/api/v1/videos', { model: 'borealis' })

it.each<[what: string, one: Sent, other: Sent]>([
  ['base URL', { path: '/v1/models' }, { path: '/api/v1/models' }],
  ['job id', { path: '/v1/videos/job-1' }, { path: '/api/v1/videos/b%2F17' }],
  ['random id', { path: '/v1/videos/fbdbab16-e320' }, { path: '/api/v1/videos/vty%2F52:Z.5' }],
  ['alias', AURORA, BOREALIS],
  ['user agent', { path: '/v1/usage', agent: 'gatecheck/1' }, { path: '/api/v1/usage', agent: 'gatecheck/2' }],
])('gives a request the same name with another %s', (_, one, other) => {
  expect(today(one)).toEqual(tomorrow(other))
})

it.each<[what: string, one: Sent, other: Sent]>([
  ['path', { path: '/v1/models' }, { path: '/v1/usage' }],
  ['method', { path: '/v1/models' }, { path: '/v1/models', method: 'HEAD' }],
  ['key', { path: '/v1/models' }, { path: '/v1/models', key: 'B' }],
  ['body', { path: '/v1/videos', body: '{"fps":24}' }, { path: '/v1/videos', body: '{"fps":25}' }],
  ['short id', { path: '/v1/videos/0' }, { path: '/v1/videos/1' }],
])('gives a request another name with another %s', (_, one, other) => {
  expect(today(one)).not.toEqual(today(other))
})

it('gives polls of jobs with different bodies different names', () => {
  const read = (n: number, job: number): Sent => ({ n, path: '/v1/videos/job-1', job })
  const orders = [24, 25].map((fps, nth) => ({ ...post('/v1/videos', { fps }), n: nth + 1 }))
  const [, , one, two] = today(...orders, read(3, 1), read(4, 2))
  expect(one).not.toBe(two)
})
