import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../../runner/settings/bounds/bounds.ts'
import { CLAUSES } from '../../spec/clauses.ts'
import type { Event } from '../comparing/change.ts'
import type { Aspect, Where } from '../habits/habit.ts'
import { NoClientFile, reliedOn } from './relied-on.ts'

const POLL: Where = { endpoint: 'GET /videos/{id}', status: 200 }
const SUBMISSION: Where = { endpoint: 'POST /videos' }
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

describe('a contract', () => {
  const finished = pact([
    poll({
      status: 200,
      headers: { 'X-Request-Id': 'abc' },
      body: { status: 'succeeded', url: 'https://a.test/1.mp4', result: { size: 7 } },
    }),
  ])

  it.each<[boolean, Where]>([
    [true, { ...DONE, pointer: '/url' }],
    [true, { ...DONE, pointer: '/status' }],
    [true, { ...DONE, pointer: '/result/size' }],
    [true, { ...DONE, pointer: '/result' }],
    [true, { ...DONE, pointer: '' }],
    [false, { ...DONE, pointer: '/result/length' }],
    [false, { ...DONE, pointer: '/created_at' }],
    [false, { ...DONE, pointer: '/url/length' }],
    [true, { ...DONE, header: 'x-request-id' }],
    [false, { ...DONE, header: 'retry-after' }],
    [false, { ...POLL, status: 404, pointer: '/status' }],
    [false, { endpoint: 'GET /usage', status: 200, pointer: '/url' }],
    [false, { ...POLL, state: 'running', pointer: '/url' }],
    [true, { ...POLL, state: 'running', pointer: '/status' }],
    [true, { ...POLL, state: 'another status', pointer: '/url' }],
  ])('is read for what it expects of an answer, and no more: %s at %j', (is, where) => {
    expect(reads(finished, where)).toBe(is)
  })

  it('of a parent that changes its type tells that of what is read inside', () => {
    expect(reads(finished, { ...DONE, pointer: '/result' }, 'another type', 'type')).toBe(true)
    expect(reads(finished, { ...DONE, pointer: '/other' }, 'another type', 'type')).toBe(false)
  })

  it('relies on the endpoints that it uses, however they are asked, and on no other', () => {
    const at = (where: Where, event: Event, aspect: Aspect) => reads(finished, where, event, aspect)
    expect(at({ endpoint: 'GET /videos/{id}', asked: 'x' }, 'refused now', 'answer')).toBe(true)
    expect(at({ endpoint: 'GET /videos/{id}' }, 'another state', 'state')).toBe(true)
    expect(at({ endpoint: 'GET /videos/{id}' }, 'slower', 'speed')).toBe(true)
    expect(at(SUBMISSION, 'refused now', 'answer')).toBe(false)
    expect(at(SUBMISSION, 'slower', 'speed')).toBe(false)
    expect(at({ endpoint: 'elsewhere' }, 'another status', 'answer')).toBe(false)
  })

  it('relies on the clauses and open points about its endpoints, and on those that are about all', () => {
    const clause = (id: (typeof CLAUSES)[number]['id']) => reads(finished, { clause: id }, 'broken', 'verdict')
    const all = CLAUSES.map(({ id }) => id)
    const others = all.filter((id) => /^(submission|capacity|readings)\.|^accounts\.(usage|balance)/.test(id))
    expect(all.filter((id) => !clause(id)).sort()).toEqual(others.sort())
    expect(reads(finished, { open: 'jobs.url-host' }, 'another choice', 'choice')).toBe(true)
    expect(reads(finished, { open: 'prompt.blank' }, 'another choice', 'choice')).toBe(false)
    expect(reads(finished, { open: 'auth.extra-spaces' }, 'another choice', 'choice')).toBe(true)
  })

  it('whose example has more places than anybody reads by name may read anything', () => {
    const readsAnother = (fields: number) => {
      const body = Object.fromEntries(Array.from({ length: fields }, (_, nth) => [`field${nth}`, nth]))
      return reads(pact([poll({ status: 200, body })]), { ...POLL, pointer: '/another' })
    }
    // The example itself is a place, too.
    const most = BOUNDS.habitPlaces.most - 2
    expect([readsAnother(most), readsAnother(most + 1)]).toEqual([false, true])
  })

  it('without a body reads the status alone', () => {
    const bare = pact([{ request: { method: 'get', path: '/v1/usage?of=me' }, response: { status: 200 } }])
    expect(reads(bare, { endpoint: 'GET /usage', status: 200, pointer: '/total' })).toBe(false)
    expect(reads(bare, { endpoint: 'GET /usage' }, 'another status', 'answer')).toBe(true)
  })

  it('whose example is empty may read anything there', () => {
    const empty = pact([poll({ status: 200, body: { status: 'failed', error: {} } })])
    expect(reads(empty, { ...POLL, state: 'failed', pointer: '/error/code' })).toBe(true)
    expect(reads(empty, { ...POLL, state: 'failed', pointer: '/code' })).toBe(false)
  })

  it('of several files is all of them', () => {
    const models = pact([{ request: { method: 'GET', path: '/models' }, response: { body: { data: [{ id: 'a' }] } } }])
    const both = of(finished, models)
    expect(both.summary.files).toEqual([
      { name: 'client-0.json', kind: 'Pact V2', interactions: 1 },
      { name: 'client-1.json', kind: 'Pact V2', interactions: 1 },
    ])
    expect(both.summary.endpoints).toEqual([
      { endpoint: 'GET /videos/{id}', statuses: ['200'] },
      { endpoint: 'GET /models', statuses: ['200'] },
    ])
  })
})

describe('matching rules', () => {
  const MODELS: Where = { endpoint: 'GET /models', status: 200 }
  const models = (response: Written, version: string) =>
    pact([{ request: { method: 'GET', path: '/models' }, response: { status: 200, ...response } }], version)

  it.each([
    [
      'version 2',
      models(
        {
          body: { data: [{ id: 'a' }], limits: { a: { most: 1 } } },
          matchingRules: { '$.body.data[*].label': { match: 'type' }, '$.body.limits.*.least': { match: 'type' } },
        },
        '2.0.0',
      ),
    ],
    [
      'version 3',
      models(
        {
          body: { data: [{ id: 'a' }], limits: { a: { most: 1 } } },
          matchingRules: {
            body: {
              '$.data[*].label': { matchers: [{ match: 'type' }] },
              "$['limits'].*['least']": { matchers: [{ match: 'number' }] },
            },
          },
        },
        '3.0.0',
      ),
    ],
    [
      'version 4',
      models(
        {
          body: {
            content: { data: [{ id: 'a' }], limits: { a: { most: 1 } } },
            contentType: 'application/json',
            encoded: false,
          },
          matchingRules: {
            body: {
              '$.data[0].label': { combine: 'AND', matchers: [{ match: 'type' }] },
              '$.limits.*.least': { combine: 'AND', matchers: [{ match: 'number' }] },
            },
          },
        },
        '4.0',
      ),
    ],
  ])('of %s name what is read, in lists and in maps', (_, text) => {
    const read = (pointer: string) => reads(text, { ...MODELS, pointer })
    for (const pointer of ['/data', '/data/*', '/data/*/id', '/data/*/label', '/limits/*/least', '/limits/b/least'])
      expect([pointer, read(pointer)]).toEqual([pointer, true])
    for (const pointer of ['/data/*/price', '/limits/*/price', '/count'])
      expect([pointer, read(pointer)]).toEqual([pointer, false])
  })

  it('for all values of a map read each of them', () => {
    const each = { body: { a: {} }, matchingRules: { body: { $: { matchers: [{ match: 'values' }] } } } }
    expect(reads(models(each, '3.0.0'), { ...MODELS, pointer: '/*' })).toBe(true)
    expect(reads(models(each, '3.0.0'), { ...MODELS, pointer: '/b' })).toBe(true)
  })

  it('that nobody can read leave everything relied on', () => {
    const odd = { body: {}, matchingRules: { body: { '$.a[?(@.b)]': { matchers: [{ match: 'type' }] } } } }
    expect(reads(models(odd, '3.0.0'), { ...MODELS, pointer: '/anything/at/all' })).toBe(true)
  })

  it('name headers and classes of statuses', () => {
    const rules = {
      header: { 'X-Page': { matchers: [{ match: 'type' }] } },
      status: { $: { matchers: [{ match: 'statusCode', status: 'clientError' }] } },
    }
    const text = pact([poll({ status: 404, body: { code: 'x' }, matchingRules: rules })], '4.0')
    expect(reads(text, { ...POLL, status: 410, pointer: '/code' })).toBe(true)
    expect(reads(text, { ...POLL, status: 410, header: 'x-page' })).toBe(true)
    expect(reads(text, { ...POLL, status: 200, pointer: '/code' })).toBe(false)
    expect(of(text).summary.endpoints).toEqual([{ endpoint: 'GET /videos/{id}', statuses: ['4XX'] }])
  })

  it('tell in which states a job may be', () => {
    const job = (rule: Written) =>
      pact([
        poll({
          body: { status: 'queued', stage: 'generating' },
          matchingRules: { body: { '$.status': { matchers: [rule] } } },
        }),
      ])
    const inState = (rule: Written, state: string) => reads(job(rule), { ...POLL, state, pointer: '/stage' })
    const unfinished = { match: 'regex', regex: 'queued|running' }
    expect(inState(unfinished, 'running')).toBe(true)
    expect(inState(unfinished, 'failed')).toBe(false)
    expect(inState({ match: 'type' }, 'failed')).toBe(true)
    expect(inState({ match: 'equality' }, 'running')).toBe(false)
    expect(inState({ match: 'regex', regex: '(' }, 'failed')).toBe(true)
  })
})

describe('an alias', () => {
  const submission = (request: Written) =>
    pact([{ request: { method: 'POST', path: '/videos', ...request }, response: { status: 202 } }], '4.0')
  const named = { body: { content: { model: 'film-1', prompt: 'x' }, contentType: 'application/json' } }

  it('is relied on by whoever sends its name', () => {
    expect(reads(submission(named), { alias: 'film-1' }, 'gone', 'listed')).toBe(true)
    expect(reads(submission(named), { alias: 'film-2' }, 'gone', 'listed')).toBe(false)
    expect(reads(submission({ body: { model: 'film-2' } }), { alias: 'film-2' }, 'gone', 'listed')).toBe(true)
    expect(of(submission(named)).summary.aliases).toEqual(['film-1'])
  })

  it('is not where it is chosen from what is listed', () => {
    const generators = { body: { '$.model': { type: 'ProviderState', expression: 'of the state' } } }
    expect(reads(submission({ ...named, generators }), { alias: 'film-1' }, 'gone', 'listed')).toBe(false)
    const models = pact([{ request: { method: 'GET', path: '/models' }, response: { body: ['film-1'] } }])
    expect(reads(models, { alias: 'film-1' }, 'gone', 'listed')).toBe(false)
  })

  it('may be where nobody tells what is sent', () => {
    expect(reads(submission({}), { alias: 'film-1' }, 'gone', 'listed')).toBe(true)
  })
})

describe('the contract of the reference client', () => {
  const text = readFileSync(new URL('../../spec/pacts/reference-client-video-service.json', import.meta.url), 'utf8')

  it('is read whole', () => {
    const { summary } = of(text)
    expect(summary.leftOut).toEqual([])
    expect(summary.files).toMatchObject([{ kind: 'Pact V4' }])
    expect(summary.endpoints.map(({ endpoint }) => endpoint)).toHaveLength(6)
    expect(summary.aliases).toEqual([])
  })

  it('reads of a job what it needs, and no more', () => {
    expect(reads(text, { ...DONE, pointer: '/url' })).toBe(true)
    expect(reads(text, { ...POLL, state: 'failed', pointer: '/error/code' })).toBe(true)
    expect(reads(text, { ...POLL, state: 'failed', pointer: '/url' })).toBe(false)
    expect(reads(text, { ...DONE, pointer: '/created_at' })).toBe(false)
    expect(reads(text, { ...DONE, header: 'content-type' })).toBe(true)
  })
})

describe('the traffic of tests', () => {
  const KEY = 'cl_0123456789abcdef0123'
  const entry = (
    method: string,
    url: string,
    { status = 200, body = {}, sent }: { status?: number; body?: unknown; sent?: unknown } = {},
  ) => ({
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 5,
    request: {
      method,
      url,
      headers: [{ name: 'Authorization', value: `Bearer ${KEY}` }],
      ...(sent !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
    },
    response: {
      status,
      headers: [
        { name: 'Content-Type', value: 'application/json' },
        { name: 'X-Request-Id', value: '1' },
        { name: 'Date', value: 'today' },
      ],
      content: { mimeType: 'application/json', text: JSON.stringify(body) },
    },
  })
  const har = (...entries: unknown[]) => JSON.stringify({ log: { version: '1.2', creator: { name: 'x' }, entries } })
  const traffic = har(
    entry('POST', 'http://127.0.0.1:4001/v1/videos', { status: 202, body: { id: '1' }, sent: { model: 'film-1' } }),
    entry('GET', 'http://127.0.0.1:4001/v1/videos/1', {
      body: { id: '1', status: 'succeeded', url: 'https://a.test/1' },
    }),
    entry('GET', 'http://127.0.0.1:4002/v1/models', { body: { data: [{ id: 'a' }] } }),
    entry('GET', `http://127.0.0.1:4001/v1/health/${KEY}`),
    entry('GET', 'https://elsewhere.test/page'),
  )

  it.each<[boolean, Where]>([
    [true, { ...DONE, pointer: '/url' }],
    [false, { ...DONE, pointer: '/created_at' }],
    [false, { ...POLL, state: 'failed', pointer: '/url' }],
    [true, { ...DONE, header: 'x-request-id' }],
    [false, { ...DONE, header: 'x-other' }],
    [true, { endpoint: 'GET /models', status: 200, pointer: '/data/*/id' }],
    [true, { endpoint: 'POST /videos', status: 202, pointer: '/id' }],
    [false, { endpoint: 'POST /videos', status: 400, pointer: '/id' }],
    [true, { alias: 'film-1' }],
    [false, { alias: 'a' }],
    [false, { endpoint: 'GET /usage' }],
  ])('may read all that its answers showed, wherever its servers were: %s at %j', (is, where) => {
    expect(reads(traffic, where)).toBe(is)
  })

  it('says what it leaves out, and no key', () => {
    const { summary } = of(traffic)
    expect(summary.leftOut).toMatchObject([
      { why: 'no endpoint of the interface', what: expect.stringMatching('GET /v1/health/'), times: 1 },
      { why: 'to another address', times: 1 },
    ])
    expect(JSON.stringify(summary)).not.toContain(KEY)
  })

  it('is read of as many servers as tests start', () => {
    const most = BOUNDS.serversOfAHar.most
    const servers = Array.from({ length: most + 1 }, (_, nth) =>
      entry('GET', `http://127.0.0.1:${4001 + nth}/v1/models`),
    )
    expect(of(har(...servers)).summary.leftOut).toMatchObject([{ why: 'to another address', times: 1 }])
  })

  it('may read all of a body that was not written down', () => {
    const cut = entry('GET', 'http://127.0.0.1:4001/v1/usage')
    Object.assign(cut.response, { content: { size: 500, mimeType: 'application/json' }, bodySize: 500 })
    expect(reads(har(cut), { endpoint: 'GET /usage', status: 200, pointer: '/total' })).toBe(true)
  })
})

describe('a file that tells nothing of a client', () => {
  it.each([
    ['', /client-0\.json is neither a Pact file nor a HAR: it is not JSON/],
    ['null', /neither a Pact file .* nor a HAR/],
    ['{"openapi":"3.1.0"}', /neither a Pact file .* nor a HAR/],
    ['{"log":{}}', /no HTTP Archive/],
    ['{"log":{"entries":[]}}', /holds no request to an endpoint/],
    [pact([]), /none of its interactions/],
    [pact([{ request: { method: 'GET', path: '/health' }, response: {} }]), /none of its interactions/],
    ['{"consumer":{},"provider":{},"messages":[{}]}', /none of its interactions/],
  ])('is named, and why: %s', (text, why) => {
    expect(() => of(text)).toThrow(NoClientFile)
    expect(() => of(text)).toThrow(why)
  })

  it('says what it leaves out of one that does', () => {
    const odd = [
      7,
      null,
      { type: 'Asynchronous/Messages' },
      { request: { method: 'PUT', path: '/videos?key=cl_secret' } },
    ]
    const { summary } = of(pact([poll({}), ...(odd as Written[])]))
    expect(summary.leftOut).toEqual([
      { file: 'client-0.json', why: 'no request', times: 2 },
      { file: 'client-0.json', why: 'a message, and no request', times: 1 },
      { file: 'client-0.json', why: 'no endpoint of the interface', what: 'PUT /videos', times: 1 },
    ])
  })

  it('never makes the reader fail otherwise, whatever stands in it', () => {
    const anything = fc.anything({ maxDepth: 4, withNullPrototype: false })
    const part = fc.record(
      { status: anything, body: anything, headers: anything, matchingRules: anything, generators: anything },
      { requiredKeys: [] },
    )
    const asked = part.map((each) => ({ ...each, method: 'POST', path: '/videos' }))
    const interactions = fc.array(
      fc.record({
        type: fc.constantFrom(undefined, 'Synchronous/HTTP', 7),
        request: asked,
        response: fc.oneof(part, anything),
      }),
    )
    fc.assert(
      fc.property(interactions, (all) => {
        const text = JSON.stringify({ interactions: [poll({}), ...all] })
        const relied = of(text)
        expect(typeof relied.isReliedOn({ where: DONE, aspect: 'type', event: 'gone', before: [], after: [] })).toBe(
          'boolean',
        )
      }),
      { numRuns: 300, seed: 1 },
    )
  })
})
