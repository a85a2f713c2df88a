import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../history/entry/exchange.ts'
import { idAt, idCandidates, showsId } from './job-id.ts'

function answeredWith(body: unknown, { sent = {}, location }: { sent?: object; location?: string } = {}): Exchange {
  return {
    request: { method: 'POST', path: '/v1/videos', headers: [], body: JSON.stringify(sent) },
    answer: {
      status: 202,
      headers: location === undefined ? [] : [['Location', location]],
      body: typeof body === 'string' && body.startsWith('{') ? body : JSON.stringify(body),
      bytes: 1,
    },
  } as unknown as Exchange
}

const candidates = (body: unknown, most = 12, beside = {}) => idCandidates(answeredWith(body, beside), most)
const first = (body: unknown, beside = {}) => candidates(body, 12, beside)[0]

describe('the id in the response to a submission', () => {
  it.each<[string, unknown, string[], string]>([
    ['a field', { id: 'v1' }, ['id'], 'v1'],
    ['a number', { id: 7 }, ['id'], '7'],
    ['an envelope', { data: { id: 'v1' } }, ['data', 'id'], 'v1'],
    ['a list', { items: [{ video_id: 'v1' }] }, ['items', '0', 'video_id'], 'v1'],
    ['a word alone', 'v1', [], 'v1'],
    ['another spelling', { jobId: 'v1' }, ['jobId'], 'v1'],
    ['a job by its name', { job: 'v1', state: 'queued' }, ['job'], 'v1'],
    ['an id beside that of the request', { request_id: 'r', id: 'v1' }, ['id'], 'v1'],
    [
      'an id below those of trace and account',
      { trace_id: 't', account_id: 'a', video: { uuid: 'v1' } },
      ['video', 'uuid'],
      'v1',
    ],
    ['a task beside ids of others', { org_id: 'o', model_id: 'm', userId: 'u', taskId: 'v1' }, ['taskId'], 'v1'],
    ['a reference among words', { status: 'queued', message: 'please poll', ref: 'v1' }, ['ref'], 'v1'],
  ])('is found in %s', (_, body, way, text) => {
    expect(first(body)).toMatchObject({ way, text })
  })

  it('keeps all digits of a large number', () => {
    expect(first('{"id": 9007199254740993}')).toMatchObject({ way: ['id'], text: '9007199254740993' })
  })

  it('is a string or a number, and neither empty nor too long', () => {
    expect(candidates({ id: '', ok: true, none: null, long: 'x'.repeat(6001), list: [] })).toEqual([])
  })

  it('may equal a sent value, as the last candidate', () => {
    const sent = { duration: 1 }
    const body = { accepted: { at: '2026-01-01T00:00:00Z', ticket: '1', duration: 1 } }
    const [other, ticket, ...none] = candidates(body, 12, { sent })
    expect([other?.way.at(-1), ticket?.way.at(-1), none]).toEqual(['at', 'ticket', []])
  })

  it('is preferably the last segment of the Location header', () => {
    const body = { request_id: 'r', name: 'vid/1 ä' }
    expect(first(body, { location: '/v1/videos/vid%2F1%20%C3%A4?x=1' })).toMatchObject({ way: ['name'] })
  })

  it('is read at a known place', () => {
    expect(idAt({ data: [{ id: 7 }] }, ['data', '0', 'id'])).toBe('7')
    expect(idAt({ data: [] }, ['data', '0', 'id'])).toBeUndefined()
    expect(idAt({ id: null }, ['id'])).toBeUndefined()
    expect(idAt({ id: 'half a character: \ud800' }, ['id'])).toBeUndefined()
    expect(idAt('v1', ['constructor', 'name'])).toBeUndefined()
  })
})

describe('the id in the record of a job', () => {
  it('is compared as text', () => {
    expect(showsId({ id: 7 }, '7')).toBe(true)
    expect(showsId({ id: '7' }, '7')).toBe(true)
    expect(showsId({ id: '07' }, '7')).toBe(false)
  })

  it.each([{ job_id: '7' }, { id: null }, { id: ['7'] }, ['7'], '7', null])('is not shown by %j', (record) => {
    expect(showsId(record, '7')).toBe(false)
  })
})
