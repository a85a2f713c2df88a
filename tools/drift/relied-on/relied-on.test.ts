import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Event } from '../comparing/change.ts'
import type { Aspect, Where } from '../habits/habit.ts'
import { MOST_FIELDS } from '../habits/shapes.ts'
import { MOST_SERVERS } from './har.ts'
import { NoClientFile, reliedOn } from './relied-on.ts'

const POLL: Where = { endpoint: 'GET /videos/{id}', status: 200 }
const DONE: Where = { ...POLL, state: 'succeeded' }

type Written = Record<string, unknown>
const pact = (interactions: Written[], version = '2.0.0') =>
  JSON.stringify({
    consumer: { name: 'a client' },
    provider: { name: 'videos' },
    interactions,
    metadata: { pactSpecification: { version } },
  })
const poll = (response: Written): Written => ({ request: { method: 'GET', path: '/videos/7' }, response })
const of = (...texts: string[]) => reliedOn(texts.map((text, index) => ({ name: `client-${index}.json`, text })))
const reads = (text: string, where: Where, event: Event = 'gone', aspect: Aspect = 'presence') =>
  of(text).isReliedOn({ where, aspect, event, before: ['always'], after: ['never'] })

const body = { status: 'succeeded', url: 'https://a.test/1.mp4', result: { size: 7 } }
const finished = pact([poll({ status: 200, headers: { 'X-Request-Id': 'abc' }, body })])

describe('a pact', () => {
  it.each<[boolean, Where]>([
    [true, { ...DONE, pointer: '/url' }],
    [true, { ...DONE, pointer: '/result/size' }],
    [true, { ...DONE, pointer: '/result' }],
    [false, { ...DONE, pointer: '/result/length' }],
    [false, { ...DONE, pointer: '/created_at' }],
    [true, { ...DONE, header: 'x-request-id' }],
    [false, { ...DONE, header: 'retry-after' }],
    [false, { ...POLL, status: 404, pointer: '/status' }],
    [false, { endpoint: 'GET /usage', status: 200, pointer: '/url' }],
    [false, { ...POLL, state: 'running', pointer: '/url' }],
    [true, { ...POLL, state: 'running', pointer: '/status' }],
    [true, { ...POLL, state: 'another status', pointer: '/url' }],
  ])('reads what its example expects, and no more: %s at %j', (is, where) => {
    expect(reads(finished, where)).toBe(is)
  })

  it.each<[boolean, Where, Event, Aspect]>([
    [true, { ...DONE, pointer: '/result' }, 'another type', 'type'],
    [true, { endpoint: 'GET /videos/{id}', asked: 'x' }, 'refused now', 'answer'],
    [true, { endpoint: 'GET /videos/{id}' }, 'another state', 'state'],
    [false, { endpoint: 'POST /videos' }, 'refused now', 'answer'],
    [false, { endpoint: 'POST /videos' }, 'slower', 'speed'],
    [true, { clause: 'auth.header-required' }, 'broken', 'verdict'],
    [false, { clause: 'capacity.retry-after-present' }, 'broken', 'verdict'],
    [true, { open: 'jobs.url-host' }, 'another choice', 'choice'],
    [false, { open: 'prompt.blank' }, 'another choice', 'choice'],
    [true, { open: 'auth.extra-spaces' }, 'another choice', 'choice'],
  ])('relies on changes at its own endpoints: %s at %j %s', (is, where, event, aspect) => {
    expect(reads(finished, where, event, aspect)).toBe(is)
  })

  it('may read anything of an example with too many fields, or with an empty object', () => {
    const readsAnother = (count: number) => {
      const fields = Object.fromEntries(Array.from({ length: count }, (_, nth) => [`field${nth}`, nth]))
      return reads(pact([poll({ status: 200, body: fields })]), { ...POLL, pointer: '/another' })
    }
    // The example itself is a place, too.
    const most = MOST_FIELDS - 2
    expect([readsAnother(most), readsAnother(most + 1)]).toEqual([false, true])
    const empty = pact([poll({ status: 200, body: { status: 'failed', error: {} } })])
    expect(reads(empty, { ...POLL, state: 'failed', pointer: '/error/code' })).toBe(true)
  })

  it('without a body reads only the status', () => {
    const bare = pact([{ request: { method: 'get', path: '/v1/usage?of=me' }, response: { status: 200 } }])
    expect(reads(bare, { endpoint: 'GET /usage', status: 200, pointer: '/total' })).toBe(false)
    expect(reads(bare, { endpoint: 'GET /usage' }, 'another status', 'answer')).toBe(true)
  })
})

describe('matching rules', () => {
  const MODELS: Where = { endpoint: 'GET /models', status: 200 }
  const models = (response: Written, version: string) =>
    pact([{ request: { method: 'GET', path: '/models' }, response: { status: 200, ...response } }], version)
  const content = { data: [{ id: 'a' }], limits: { a: { most: 1 } } }
  const typed = { matchers: [{ match: 'type' }] }
  const rules = { '$.data[*].label': typed, "$['limits'].*['least']": typed }
  const ofV2 = { '$.body.data[*].label': { match: 'type' }, '$.body.limits.*.least': { match: 'type' } }

  it.each([
    ['2.0.0', { body: content, matchingRules: ofV2 }],
    ['3.0.0', { body: content, matchingRules: { body: rules } }],
    ['4.0', { body: { content, contentType: 'application/json', encoded: false }, matchingRules: { body: rules } }],
  ])('of version %s add the fields they name in lists and maps', (version, response) => {
    const read = (pointer: string) => reads(models(response, version), { ...MODELS, pointer })
    const pointers = ['/data/*/id', '/data/*/label', '/limits/*/least', '/limits/b/least', '/data/*/price', '/count']
    expect(pointers.map(read)).toEqual([true, true, true, true, false, false])
  })

  it('if unreadable, make everything relied on', () => {
    const odd = { body: {}, matchingRules: { body: { '$.a[?(@.b)]': typed } } }
    expect(reads(models(odd, '3.0.0'), { ...MODELS, pointer: '/anything/at/all' })).toBe(true)
  })

  it('add headers and classes of statuses', () => {
    const status = { $: { matchers: [{ match: 'statusCode', status: 'clientError' }] } }
    const matchingRules = { header: { 'X-Page': typed }, status }
    const text = pact([poll({ status: 404, body: { code: 'x' }, matchingRules })], '4.0')
    expect(reads(text, { ...POLL, status: 410, pointer: '/code' })).toBe(true)
    expect(reads(text, { ...POLL, status: 410, header: 'x-page' })).toBe(true)
    expect(reads(text, { ...POLL, status: 200, pointer: '/code' })).toBe(false)
  })

  it.each([
    [{ match: 'regex', regex: 'queued|running' }, true, false],
    [{ match: 'type' }, true, true],
    [{ match: 'equality' }, false, false],
    [{ match: 'regex', regex: '(' }, true, true],
  ])('on the status of a job name its states: %j', (rule, running, failed) => {
    const example = { status: 'queued', stage: 'generating' }
    const text = pact([poll({ body: example, matchingRules: { body: { '$.status': { matchers: [rule] } } } })])
    const inState = (state: string) => reads(text, { ...POLL, state, pointer: '/stage' })
    expect([inState('running'), inState('failed')]).toEqual([running, failed])
  })
})

it('relies on an alias sent by name, but not on one from the list', () => {
  const submission = (request: Written) =>
    pact([{ request: { method: 'POST', path: '/videos', ...request }, response: { status: 202 } }], '4.0')
  const named = { body: { content: { model: 'film-1', prompt: 'x' }, contentType: 'application/json' } }
  const generators = { body: { '$.model': { type: 'ProviderState', expression: 'of the state' } } }
  const relies = (text: string, alias: string) => reads(text, { alias }, 'gone', 'listed')
  expect(relies(submission(named), 'film-1')).toBe(true)
  expect(relies(submission(named), 'film-2')).toBe(false)
  expect(relies(submission({ ...named, generators }), 'film-1')).toBe(false)
  expect(relies(submission({}), 'film-1')).toBe(true)
})

describe('a HAR', () => {
  const KEY = 'cl_0123456789abcdef0123'
  type Shown = { status?: number; body?: unknown; sent?: unknown }
  const entry = (method: string, url: string, { status = 200, body = {}, sent }: Shown = {}) => ({
    ...{ startedDateTime: '2026-01-01T00:00:00.000Z', time: 5 },
    request: {
      ...{ method, url, headers: [{ name: 'Authorization', value: `Bearer ${KEY}` }] },
      ...(sent !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
    },
    response: {
      status,
      headers: [{ name: 'X-Request-Id', value: '1' }],
      content: { mimeType: 'application/json', text: JSON.stringify(body) },
    },
  })
  const har = (...entries: unknown[]) => JSON.stringify({ log: { version: '1.2', creator: { name: 'x' }, entries } })
  const LOCAL = 'http://127.0.0.1:4001/v1'
  const traffic = har(
    entry('POST', `${LOCAL}/videos`, { status: 202, body: { id: '1' }, sent: { model: 'film-1' } }),
    entry('GET', `${LOCAL}/videos/1`, { body: { id: '1', status: 'succeeded', url: 'https://a.test/1' } }),
    entry('GET', 'http://127.0.0.1:4002/v1/models', { body: { data: [{ id: 'a' }] } }),
    entry('GET', `${LOCAL}/health/${KEY}`),
    entry('GET', 'https://elsewhere.test/page'),
  )

  it.each<[boolean, Where]>([
    [true, { ...DONE, pointer: '/url' }],
    [false, { ...DONE, pointer: '/created_at' }],
    [false, { ...POLL, state: 'failed', pointer: '/url' }],
    [true, { ...DONE, header: 'x-request-id' }],
    [true, { endpoint: 'GET /models', status: 200, pointer: '/data/*/id' }],
    [false, { endpoint: 'POST /videos', status: 400, pointer: '/id' }],
    [true, { alias: 'film-1' }],
    [false, { alias: 'a' }],
    [false, { endpoint: 'GET /usage' }],
  ])('relies on what its responses showed, on any server: %s at %j', (is, where) => {
    expect(reads(traffic, where)).toBe(is)
  })

  it('names what is left out, without the key', () => {
    const { summary } = of(traffic)
    expect(summary.leftOut).toMatchObject([
      { why: 'not an endpoint of the interface', what: expect.stringMatching('GET /v1/health/'), times: 1 },
      { why: 'to another address', times: 1 },
    ])
    expect(JSON.stringify(summary)).not.toContain(KEY)
  })

  it('is read for a limited number of servers', () => {
    const ports = Array.from({ length: MOST_SERVERS + 1 }, (_, nth) => 4001 + nth)
    const servers = ports.map((port) => entry('GET', `http://127.0.0.1:${port}/v1/models`))
    expect(of(har(...servers)).summary.leftOut).toMatchObject([{ why: 'to another address', times: 1 }])
  })
})

it.each([
  ['', /client-0\.json is neither a Pact file nor a HAR file: it is not JSON/],
  ['{"openapi":"3.1.0"}', /neither a Pact file .* nor a HAR/],
  ['{"log":{}}', /not a HAR file/],
  ['{"log":{"entries":[]}}', /has no request to an endpoint/],
  ['{"consumer":{},"provider":{},"messages":[{}]}', /none of its interactions/],
])('refuses a file that shows no request: %s', (text, why) => {
  expect(() => of(text)).toThrow(NoClientFile)
  expect(() => of(text)).toThrow(why)
})

it('reads any interaction without failing', () => {
  const anything = fc.anything({ maxDepth: 4, withNullPrototype: false })
  const part = fc.record(
    { status: anything, body: anything, headers: anything, matchingRules: anything, generators: anything },
    { requiredKeys: [] },
  )
  const request = part.map((each) => ({ ...each, method: 'POST', path: '/videos' }))
  const type = fc.constantFrom(undefined, 'Synchronous/HTTP', 7)
  const interactions = fc.array(fc.oneof(anything, fc.record({ type, request, response: fc.oneof(part, anything) })))
  fc.assert(
    fc.property(interactions, (all) => {
      expect(typeof reads(JSON.stringify({ interactions: [poll({}), ...all] }), DONE)).toBe('boolean')
    }),
    { numRuns: 200, seed: 1 },
  )
})
