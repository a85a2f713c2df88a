import { targetOf } from '../../engine/config/target.ts'
import { readHar } from '../../engine/judge/observed/har.ts'
import { trafficTo } from '../../engine/judge/observed/traffic.ts'
import { observe } from '../../engine/run/observe.ts'
import type { ClauseReport } from '../../reporters/outcome/report.ts'
import { reported } from '../../reporters/outcome/run.ts'
import { SUITES_OF_TRAFFIC } from '../index.ts'

export const KEY = 'cl_9fK2mXq7Lw4ZtRb8VnYc3HdJ'
export const OTHER_KEY = 'cl_Tz5uQe1Wr6Yi0Op7As2Df4Gh'
const BASE = 'https://server.test/v1'

export type Recorded = {
  method?: string
  path: string
  /** Of the request; without any, it carries the good key. */
  headers?: Record<string, string>
  sent?: unknown
  status?: number
  body?: unknown
  answer?: Record<string, string>
}

const listed = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => ({ name, value }))

/** One exchange a second, as a HAR entry. */
function entryOf({ path, sent, status = 200, body, ...recorded }: Recorded, index: number) {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '')
  const url = /^https?:/.test(path) ? path : BASE + path
  const posted = typeof sent === 'string' ? sent : JSON.stringify(sent)
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
    time: 10,
    request: {
      method: recorded.method ?? (sent === undefined ? 'GET' : 'POST'),
      url,
      headers: listed(recorded.headers ?? { Authorization: `Bearer ${KEY}` }),
      ...(posted !== undefined && { postData: { mimeType: 'application/json', text: posted } }),
    },
    response: {
      status,
      statusText: '',
      headers: listed({ 'Content-Type': 'application/json', ...recorded.answer }),
      content: { size: Buffer.byteLength(text), mimeType: 'application/json', text },
    },
  }
}

/** Verdicts on recorded traffic. */
function judged(...recorded: readonly Recorded[]): ClauseReport[] {
  const har = readHar(
    JSON.stringify({ log: { version: '1.2', creator: { name: 'a recorder' }, entries: recorded.map(entryOf) } }),
  )
  const target = targetOf(BASE)
  const { report } = reported(observe({ traffic: trafficTo(target, har), target, suites: SUITES_OF_TRAFFIC }))
  return report.clauses
}

export const broken = (...recorded: readonly Recorded[]): string[] =>
  judged(...recorded).flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []))

export const models: Recorded = { path: '/models', body: { models: ['swift', 'studio'] } }
export const accepted = (id: string, fields: object = {}, recorded: Partial<Recorded> = {}): Recorded => ({
  path: '/videos',
  sent: { model: 'swift', prompt: 'A boat', ...fields },
  status: 202,
  body: { id, status: 'queued' },
  ...recorded,
})
export const refused = (fields: object, recorded: Partial<Recorded> = {}): Recorded =>
  accepted('', fields, { status: 400, body: { error: { code: 'invalid_request', message: 'no' } }, ...recorded })
export const read = (id: string, record: object = {}, recorded: Partial<Recorded> = {}): Recorded => ({
  path: `/videos/${id}`,
  body: { id, status: 'running', stage: 'generating', ...record },
  ...recorded,
})
export const by = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } })
export const notFound = { status: 404, body: { error: { code: 'not_found' } } }
export const unauthorized = { status: 401, body: { error: { code: 'unauthorized' } } }

/** The good key in other letters, and with a character changed. */
export const CAPITALS = KEY.toUpperCase().replace('CL', 'cl')
export const CHANGED = `${KEY.slice(0, 12)}_${KEY.slice(13)}`
export const ID = 'job_4f9a7c21e8b35d60'
export const SECOND = 'job_c07d5b9e24a1f836'
export const usage: Recorded = { path: '/usage', body: { jobs: 1 } }
/** Request headers without a key. */
export const NO_KEY = { Accept: '*/*' }
export const header = (value: string) => ({ headers: { Authorization: value } })
export const succeeded = { status: 'succeeded', url: 'https://videos.test/a.mp4' }
