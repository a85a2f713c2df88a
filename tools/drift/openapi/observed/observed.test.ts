import { expect, it } from 'vitest'
import { type Habits, Noticed, type Where } from '../../habits/habit.ts'
import { noticeShape } from '../../habits/shapes.ts'
import { Values } from '../../habits/values.ts'
import { type Changeable, inShort, ofOrdinary } from '../documents-for-tests.ts'

const POLL = { endpoint: 'GET /videos/{id}', status: 200 } as const
const ID = '0b6b1a3c-7f5e-4d1e-9a51-0a2b3c4d5e6f'

type Seen = { where: Where; body: unknown; headers?: Record<string, string> }

function habitsFrom(...all: Seen[]): Habits {
  const noticed = new Noticed()
  const values = new Values()
  for (const [n, { where, body, headers = {} }] of all.entries()) {
    const sight = { where, n, unit: String(n), isAlias: (text: string) => text.startsWith('film-'), isId: () => false }
    if (body === undefined) noticed.see({ ...where, pointer: '' }, 'type', 'nothing', [n])
    else noticeShape(body, sight, noticed, values)
    for (const [header, value] of Object.entries({ 'content-type': 'application/json', ...headers })) {
      noticed.note({ ...where, header }, 'presence', 'always', [n])
      noticed.see({ ...where, header }, 'word', value, [n])
    }
  }
  values.conclude(noticed)
  return noticed.habits
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
const job = (state: string, body: object = {}): Seen => ({
  where: { ...POLL, state },
  body: { id: ID, status: state, ...body },
})

const observed = (seen: Seen[], change: (document: Changeable) => unknown = () => {}) =>
  ofOrdinary(change, habitsFrom(...seen)).filter(({ side }) => side === 'observed')
const usage = (body: unknown, headers = {}, status = 200): Seen => ({
  ...{ where: { endpoint: 'GET /usage', status }, body, headers },
})
const usageSaid =
  (schema: object, more: object = {}) =>
  ({ paths }: Changeable) => {
    const response = { description: '', content: { 'application/json': { schema } }, ...more }
    paths['/usage'].get.responses['200'] = response
  }
const fields = (properties: object, more = {}) => usageSaid({ properties, ...more })
const paged = (page: object) => usageSaid({}, { headers: { 'X-Page': page } })
const AT = { at: { type: 'string', format: 'date-time' } }
const JOBS = { jobs: { type: 'integer' } }
const done = job('succeeded', { url: 'https://a.test/1' })

it.each<[found: string, seen: Seen[], change?: (document: Changeable) => unknown]>([
  ['', [job('queued', { stage: null, url: null, error: null }), job('running', { stage: 'generating' }), done]],
  ['done, not said | field | GET /videos/{id} | /created_at | a field', [job('queued', { created_at: 1 })]],
  [
    'contradicts | field | GET /usage | /more | a field',
    [usage({ jobs: 1, more: 2 })],
    fields({ jobs: {} }, { additionalProperties: false }),
  ],
  ['', [usage({ jobs: 1, more: 2 })], fields({ jobs: {} }, { additionalProperties: true })],
  ['contradicts | type | GET /videos/{id} | /url | number', [job('succeeded', { url: 7 })]],
  ['contradicts | type | GET /usage | /jobs | null', [usage({ jobs: null })], fields(JOBS)],
  ['contradicts | type | GET /usage | /jobs | a fraction', [usage({ jobs: 1.5 })], fields(JOBS)],
  ['', [usage({ jobs: 2 })], fields({ jobs: { type: 'number' } })],
  ['contradicts | words | GET /videos/{id} | /stage | polishing', [job('running', { stage: 'polishing' })]],
  [
    'contradicts | format | GET /usage | /at | a date with a time, no zone',
    [usage({ at: '2026-01-01T10:00:00' })],
    fields(AT),
  ],
  ['', [usage({ at: 'x7' })], fields({ at: { type: 'string', format: 'colour' } })],
  [
    'promised, not kept | required | GET /usage | /seconds | never there',
    times(3, usage({ jobs: 1 })),
    usageSaid({ required: ['seconds'] }),
  ],
  [
    'promised, not kept | required | GET /usage | /jobs | missing at times',
    [usage({ jobs: 1 }), usage({})],
    usageSaid({ required: ['jobs'] }),
  ],
  ['', times(9, usage({ jobs: 1 })), fields({ jobs: {}, seconds: {} })],
  [
    'contradicts | type | GET /usage | /*/n | string',
    [usage([{ n: 1 }, { n: 'x' }])],
    usageSaid({ type: 'array', items: { properties: { n: { type: 'number' } } } }),
  ],
  [
    'contradicts | type | GET /usage | /*/n | number',
    [usage({ 'film-1': { n: 1 } })],
    usageSaid({ additionalProperties: { properties: { n: { type: 'string' } } } }),
  ],
  ['contradicts | type | GET /usage | list', [usage([1])], usageSaid({ type: 'object' })],
  ['done, not said | status | GET /usage | 402', [usage({}, {}, 402)]],
  ['done, not said | header | x-request-id | a header', [usage({}, { 'x-request-id': '1' })]],
  ['', [usage({}, { 'x-page': '1' })], paged({ required: true })],
  ['promised, not kept | header | GET /usage | x-page | never there', [usage({})], paged({ required: true })],
  ['promised, not kept | header | GET /usage | x-page | never there', times(5, usage({})), paged({})],
  ['', times(4, usage({})), paged({})],
  ['contradicts | media type | GET /usage | text/html', [usage({}, { 'content-type': 'text/html' })]],
  ['promised, not kept | body | GET /usage | nothing', [usage(undefined)]],
  ['done, not said | endpoint | GET /usage | GET /usage', [usage({})], ({ paths }) => delete paths['/usage']],
])('finds: %s', (found, seen, change) => {
  expect(observed(seen, change).map(inShort).join('; ')).toBe(found)
})

it('reports a header of several endpoints, and a field in several job states, once', () => {
  const id = { 'x-request-id': '1' }
  const everywhere = [usage({}, id), usage({}, id, 401), { ...job('queued'), headers: id }]
  expect(observed(everywhere)).toMatchObject([{ about: 'header', header: 'x-request-id' }])
  const inStates = [job('queued', { age: 1 }), job('running', { stage: 'generating', age: 2 })]
  expect(observed(inStates)).toMatchObject([{ pointer: '/age', states: ['queued', 'running'] }])
})

it('compares a job with the schema of its state', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const properties = { id: {}, status: { type: 'string' } }
  const mapping = { queued: ref('Open').$ref, running: 'Open', succeeded: 'Done', failed: 'Done' }
  const states = {
    Job: { oneOf: [ref('Open'), ref('Done')], discriminator: { propertyName: 'status', mapping } },
    Open: { type: 'object', required: ['id', 'status', 'eta'], properties: { ...properties, eta: {} } },
    Done: { type: 'object', required: ['id', 'status'], properties: { ...properties, url: {} } },
  }
  const seen = [job('succeeded', { url: 'x' }), job('queued', { eta: 3, url: 'x' }), job('running')]
  const findings = observed(seen, ({ components }) => Object.assign(components.schemas, states))
  expect(findings.map(({ kind, pointer, states: own }) => [kind, pointer, own])).toEqual([
    ['promised, not kept', '/eta', ['running']],
    ['done, not said', '/url', ['queued']],
  ])
})

it('reports an endpoint that is always 404, and a 401 that never occurs', () => {
  const noticed = new Noticed()
  noticed.see({ endpoint: 'GET /usage' }, 'answer', '404')
  noticed.see({ endpoint: 'GET /usage', status: 404, pointer: '' }, 'type', 'object')
  noticed.see({ clause: 'auth.header-required' }, 'verdict', 'fail')
  const described = { description: '', content: { 'application/json': {} } }
  const findings = ofOrdinary(({ paths }) => {
    paths['/usage'].get.responses['404'] = described
  }, noticed.habits)
  expect(findings.filter(({ side }) => side === 'observed')).toMatchObject([
    { kind: 'promised, not kept', about: 'endpoint', endpoint: 'GET /usage', received: '404' },
    { kind: 'promised, not kept', about: 'status', status: '401' },
  ])
})
