import { describe, expect, it } from 'vitest'
import { type Habits, Noticed, type Where } from '../../habits/habit.ts'
import { noticeShape } from '../../habits/shapes.ts'
import { Values } from '../../habits/values.ts'
import { type Changeable, compared, ORDINARY } from '../documents-for-tests.ts'
import type { DocumentFinding } from '../finding.ts'

const POLL = { endpoint: 'GET /videos/{id}', status: 200 } as const
const ID = '0b6b1a3c-7f5e-4d1e-9a51-0a2b3c4d5e6f'

type Seen = { where: Where; body: unknown; headers?: Record<string, string> }

/** As a run leaves them: answers, each with its headers. */
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

const observed = (habits: Habits, change: (document: Changeable) => void = () => {}) => {
  const document = structuredClone(ORDINARY) as Changeable
  change(document)
  return compared(JSON.stringify(document), habits).findings.filter(({ side }) => side === 'observed')
}
const jobSchema = (document: Changeable) => document.components.schemas.Job.allOf[1]
const usage = (body: unknown, headers = {}): Seen => ({ where: { endpoint: 'GET /usage', status: 200 }, body, headers })
const usageSaid =
  (schema: object, more: object = {}) =>
  (document: Changeable) => {
    const response = { description: '', content: { 'application/json': { schema } }, ...more }
    document.paths['/usage'].get.responses['200'] = response
  }

type Case = [string, Seen[], (document: Changeable) => void, Partial<DocumentFinding> | undefined]

describe('what was seen of a server', () => {
  it.each<Case>([
    [
      'a job as it is described',
      [job('queued'), job('running', { stage: 'generating' }), job('succeeded', { url: 'https://a.test/1' })],
      () => {},
      undefined,
    ],
    ['a null that is described', [job('queued', { stage: null, url: null, error: null })], () => {}, undefined],
    [
      'a field that is not described',
      [job('queued', { created_at: 1 })],
      () => {},
      { kind: 'done, not said', about: 'field', pointer: '/created_at', states: ['queued'] },
    ],
    [
      'a field where no other may be',
      [usage({ jobs: 1, more: 2 })],
      usageSaid({ type: 'object', properties: { jobs: {} }, additionalProperties: false }),
      { kind: 'contradicts', about: 'field', pointer: '/more' },
    ],
    ['any field where nothing is said of fields', [usage({ jobs: 1 })], usageSaid({ type: 'object' }), undefined],
    [
      'any field where more may come',
      [usage({ jobs: 1, more: 2 })],
      usageSaid({ properties: { jobs: {} }, additionalProperties: true }),
      undefined,
    ],
    [
      'another type',
      [job('succeeded', { url: 7 })],
      () => {},
      { kind: 'contradicts', about: 'type', pointer: '/url', received: 'number' },
    ],
    [
      'null where it may not be',
      [usage({ jobs: null })],
      usageSaid({ properties: { jobs: { type: 'integer' } } }),
      { kind: 'contradicts', about: 'type', received: 'null' },
    ],
    [
      'a fraction for a whole number',
      [usage({ jobs: 1.5 })],
      usageSaid({ properties: { jobs: { type: 'integer' } } }),
      { kind: 'contradicts', about: 'type', received: 'a fraction' },
    ],
    [
      'a whole number for a number',
      [usage({ jobs: 2 })],
      usageSaid({ properties: { jobs: { type: 'number' } } }),
      undefined,
    ],
    [
      'a word that is not listed',
      [job('running', { stage: 'polishing' })],
      () => {},
      { kind: 'contradicts', about: 'words', pointer: '/stage', received: 'polishing' },
    ],
    [
      'another format',
      [{ where: { ...POLL, state: 'queued' }, body: { id: '17', status: 'queued' } }],
      () => {},
      { kind: 'contradicts', about: 'format', pointer: '/id', received: 'a number in text' },
    ],
    [
      'a date in another form',
      [usage({ at: '2026-01-01T10:00:00' })],
      usageSaid({ properties: { at: { type: 'string', format: 'date-time' } } }),
      { kind: 'contradicts', about: 'format', received: 'a date with a time, no zone' },
    ],
    [
      'a format that nobody knows',
      [usage({ at: 'x7' })],
      usageSaid({ properties: { at: { type: 'string', format: 'colour' } } }),
      undefined,
    ],
    [
      'no field that is required',
      times(3, usage({ jobs: 1 })),
      usageSaid({ required: ['seconds'] }),
      { kind: 'promised, not kept', about: 'required', pointer: '/seconds', received: 'never there' },
    ],
    [
      'a required field at times',
      [usage({ jobs: 1 }), usage({})],
      usageSaid({ required: ['jobs'] }),
      { kind: 'promised, not kept', received: 'missing at times', what: expect.stringContaining('1 of 2') },
    ],
    [
      'no field that may be missing',
      times(9, usage({ jobs: 1 })),
      usageSaid({ properties: { jobs: {}, seconds: {} } }),
      undefined,
    ],
    [
      'an item of another type',
      [usage([{ n: 1 }, { n: 'x' }])],
      usageSaid({ type: 'array', items: { properties: { n: { type: 'number' } } } }),
      { kind: 'contradicts', pointer: '/*/n', received: 'string' },
    ],
    [
      'a map with a value of another type',
      [usage({ 'film-1': { n: 1 } })],
      usageSaid({ additionalProperties: { properties: { n: { type: 'string' } } } }),
      { kind: 'contradicts', pointer: '/*/n', received: 'number' },
    ],
    [
      'a map whose keys are described one by one',
      [usage({ 'film-1': 1 })],
      usageSaid({ required: ['film-1'], properties: { 'film-1': { type: 'number' } } }),
      undefined,
    ],
    [
      'a list instead of an object',
      [usage([1])],
      usageSaid({ type: 'object' }),
      { kind: 'contradicts', about: 'type', pointer: '', received: 'list' },
    ],
    [
      'a status that is not described',
      [{ where: { endpoint: 'GET /usage', status: 402 }, body: {} }],
      () => {},
      { kind: 'done, not said', about: 'status', status: '402' },
    ],
    [
      'a status that a class covers',
      [{ where: { endpoint: 'GET /usage', status: 402 }, body: {} }],
      ({ paths }) => {
        paths['/usage'].get.responses['4xx'] = {}
      },
      { kind: 'done, not said', about: 'body', status: '402' },
    ],
    [
      'a header that is not described',
      [usage({}, { 'x-request-id': '1' })],
      () => {},
      { kind: 'done, not said', about: 'header', header: 'x-request-id' },
    ],
    [
      'a header as it is described',
      [usage({}, { 'x-page': '1' })],
      usageSaid({}, { headers: { 'X-Page': { required: true } } }),
      undefined,
    ],
    [
      'no header that is required',
      [usage({})],
      usageSaid({}, { headers: { 'X-Page': { required: true } } }),
      { kind: 'promised, not kept', about: 'header', header: 'x-page' },
    ],
    [
      'a header that may be missing, missing often',
      times(5, usage({})),
      usageSaid({}, { headers: { 'X-Page': {} } }),
      { kind: 'promised, not kept', about: 'header', header: 'x-page' },
    ],
    [
      'a header that may be missing, missing a few times',
      times(4, usage({})),
      usageSaid({}, { headers: { 'X-Page': {} } }),
      undefined,
    ],
    [
      'another media type',
      [usage({}, { 'content-type': 'text/html' })],
      () => {},
      { kind: 'contradicts', about: 'media type', received: 'text/html' },
    ],
    [
      'a media type in a range',
      [usage({}, { 'content-type': 'application/problem+json' })],
      ({ paths }) => {
        paths['/usage'].get.responses['200'].content = { 'application/*': {} }
      },
      undefined,
    ],
    [
      'no body',
      [{ where: { endpoint: 'GET /usage', status: 200 }, body: undefined }],
      () => {},
      { kind: 'promised, not kept', about: 'body', received: 'nothing' },
    ],
    [
      'an endpoint that is not described',
      [usage({})],
      ({ paths }) => delete paths['/usage'],
      { kind: 'done, not said', about: 'endpoint', endpoint: 'GET /usage' },
    ],
  ])('is held against the document: %s', (_, seen, change, expected) => {
    const findings = observed(habitsFrom(...seen), change)
    expect(findings).toMatchObject(expected === undefined ? [] : [{ side: 'observed', ...expected }])
    for (const { what } of findings) expect(what).toMatch(/^(By the|The) document .*\.$/)
  })

  it('has a header of all its answers told once', () => {
    const failing: Seen = { where: { endpoint: 'GET /usage', status: 401 }, body: {}, headers: { 'x-request-id': '1' } }
    const all = [
      ...times(2, usage({}, { 'x-request-id': '1' })),
      failing,
      { ...job('queued'), headers: { 'x-request-id': '1' } },
    ]
    const [only, ...others] = observed(habitsFrom(...all))
    expect(others).toEqual([])
    expect(only!.what).toBe(
      'The document does not speak of the header x-request-id of GET /usage 200, GET /usage 401 and GET /videos/{id} 200, which was seen.',
    )
  })

  it('in several states of a job is told once', () => {
    const [only, ...others] = observed(
      habitsFrom(job('queued', { age: 1 }), job('running', { stage: 'generating', age: 2 })),
    )
    expect(others).toEqual([])
    expect(only).toMatchObject({ pointer: '/age', states: ['queued', 'running'] })
    expect(only!.what).toBe(
      'The document does not speak of the field /age in GET /videos/{id} 200 of a job that is queued, which was seen; likewise of one that is running.',
    )
  })

  it('is held against what is said of its state alone, however the states are told apart', () => {
    const states = {
      Job: {
        oneOf: [{ $ref: '#/components/schemas/Open' }, { $ref: '#/components/schemas/Done' }],
        discriminator: {
          propertyName: 'status',
          mapping: { queued: '#/components/schemas/Open', running: 'Open', succeeded: 'Done', failed: 'Done' },
        },
      },
      Open: {
        type: 'object',
        required: ['id', 'status', 'eta'],
        properties: { id: {}, status: { type: 'string' }, eta: {} },
      },
      Done: { type: 'object', required: ['id', 'status'], properties: { id: {}, status: { type: 'string' }, url: {} } },
    }
    const findings = observed(
      habitsFrom(job('succeeded', { url: 'x' }), job('queued', { eta: 3, url: 'x' }), job('running')),
      ({ components }) => Object.assign(components.schemas, states),
    )
    expect(findings.map(({ kind, pointer, states: own }) => [kind, pointer, own])).toEqual([
      ['promised, not kept', '/eta', ['running']],
      ['done, not said', '/url', ['queued']],
    ])
  })

  it('may show a state of which the document says nothing', () => {
    const findings = observed(habitsFrom(job('failed', { error: { code: 'x', message: 'y' } })), (document) => {
      jobSchema(document).properties.status.enum.pop()
    })
    expect(findings).toMatchObject([{ kind: 'contradicts', about: 'words', pointer: '/status', received: 'failed' }])
  })

  it('tells of promises that nobody keeps', () => {
    const noticed = new Noticed()
    noticed.see({ endpoint: 'GET /usage' }, 'answer', '404')
    noticed.see({ endpoint: 'GET /usage', status: 404, pointer: '' }, 'type', 'object')
    noticed.see({ clause: 'auth.header-required' }, 'verdict', 'fail')
    const findings = observed(noticed.habits, ({ paths }) => {
      paths['/usage'].get.responses['404'] = { description: '', content: { 'application/json': {} } }
    })
    expect(findings).toMatchObject([
      { kind: 'promised, not kept', about: 'endpoint', endpoint: 'GET /usage', received: '404' },
      { kind: 'promised, not kept', about: 'status', status: '401' },
    ])
  })
})
