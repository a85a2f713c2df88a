import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { type Choice, type Facts, isObservation } from '../../engine/judge/check.ts'
import { answered, lastTry, see, unanswered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { type EndpointName, endpoint } from '../../spec/endpoints.ts'
import { type Histories, testJudges } from '../judges-for-tests.ts'
import { answers, errorsShowTheirCode } from './index.ts'

const showing = (status: number, code: string, told = {}) => [answered(status, { body: { error: { code } }, ...told })]

const CASES: Record<string, Histories> = {
  'codes.unauthorized': { passes: showing(401, 'unauthorized'), fails: showing(401, 'not_found') },
  'codes.not-found': { passes: showing(404, 'not_found'), fails: showing(404, 'invalid_request') },
  'codes.capacity-exceeded': {
    passes: showing(429, 'capacity_exceeded', { posted: '{}' }),
    fails: showing(429, 'invalid_request', { posted: '{}' }),
  },
  'answers.errors-show-their-code': {
    passes: showing(404, 'not_found'),
    fails: [answered(404, { body: '<h1>Not Found</h1>', headers: { 'Content-Type': 'text/html' } })],
  },
  'answers.no-server-error': { passes: [answered(422)], fails: [answered(500)] },
  'answers.success-is-200': { passes: [answered(200)], fails: [answered(203)] },
  'answers.json-is-labelled': {
    passes: [answered(200, { body: [] })],
    fails: [answered(200, { body: '{}', headers: { 'Content-Type': 'text/html; charset=utf-8' } })],
  },
  'answers.json-reads-alike': {
    passes: [answered(200, { body: '{"a":1,"a":1,"b":{"a":2}}' })],
    fails: [answered(200, { body: '{"a":1,"a":2}' })],
  },
}

testJudges(answers, CASES)

const verdict = (id: string, ...history: Exchange[]) =>
  verdictOf(answers.checks.find((check) => check.id === id)!, history)

describe('a 5xx', () => {
  it('counts if it is repeated while a good request succeeds', () => {
    const first = answered(503)
    const control = answered(200, { part: 'control' })
    const second = answered(503, { again: lastTry(control, first) })
    expect(verdict('answers.no-server-error', first, control, second)).toMatchObject({
      verdict: 'fail',
      evidence: [second.n],
      tried: 2,
    })
  })

  it('needs no repetition with capacity_exceeded for a submission: the status is wrong', () => {
    const full = { body: { code: 'capacity_exceeded' } }
    const verdictOnFull = verdict('answers.no-server-error', answered(503, { ...full, posted: '{}' }))
    expect(verdict('answers.no-server-error', answered(503, full))).toMatchObject({ verdict: 'skip' })
    expect(verdictOnFull).toMatchObject({ verdict: 'fail', received: '503 {"code":"capacity_exceeded"}' })
  })

  it('is not counted for a broken connection', () => {
    expect(verdict('answers.no-server-error', unanswered('reset'))).toMatchObject({ verdict: 'skip' })
  })
})

describe('a Content-Type', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'application/problem+json'])(
    '%s says JSON',
    (type) => {
      const labelled = answered(200, { body: {}, headers: { 'Content-Type': type } })
      expect(verdict('answers.json-is-labelled', labelled)).toMatchObject({ verdict: 'pass' })
    },
  )

  it.each(['text/plain', 'application/jsonp', 'application/octet-stream', 'text/plain; was=application/json'])(
    '%s does not',
    (type) => {
      const labelled = answered(200, { body: {}, headers: { 'Content-Type': type } })
      expect(verdict('answers.json-is-labelled', labelled)).toMatchObject({
        verdict: 'fail',
        received: `Content-Type ${type}`,
      })
    },
  )

  it.each(['17', '"word"', 'null', '', '<p>', '{"cut'])('is open for %j, which may be text', (body) => {
    expect(verdict('answers.json-is-labelled', answered(200, { body }))).toMatchObject({ verdict: 'skip' })
  })
})

const codeVerdict = (id: string, ...history: Exchange[]) =>
  verdictOf(answers.checks.find((check) => check.id === id)!, history)

describe('the error code of a case', () => {
  it('is read from a field named code, whatever the other fields', () => {
    const told = { error: { code: 'not_found', type: 'invalid_request' } }
    expect(codeVerdict('codes.not-found', answered(404, { body: told }))).toMatchObject({ verdict: 'pass' })
    const wrong = { type: 'not_found', error: { Code: 'invalid_request' } }
    expect(codeVerdict('codes.not-found', answered(404, { body: wrong }))).toMatchObject({
      verdict: 'fail',
      received: 'code invalid_request',
    })
  })

  it.each<[string, Parameters<typeof answered>[1]]>([
    ['for a submission, which may lack its model', { posted: '{}' }],
    ['that is merely observed', { part: 'observation' }],
    ['to what was tried as an id', { part: 'introduction', polled: 'aurora', job: 1 }],
  ])('is open for a 404 %s', (_, told) => {
    expect(codeVerdict('codes.not-found', answered(404, { ...told, body: { code: 'invalid_request' } }))).toMatchObject(
      {
        verdict: 'skip',
      },
    )
  })

  it('is read from an RFC 9457 problem', () => {
    const headers = { 'Content-Type': 'application/problem+json' }
    const problem = answered(401, { body: { type: 'about:unauthorized', status: 401 }, headers })
    expect(verdictOf(errorsShowTheirCode, [problem])).toMatchObject({ verdict: 'pass' })
    expect(codeVerdict('answers.json-is-labelled', problem)).toMatchObject({ verdict: 'pass' })
  })

  it.each(['job_not_found', 'not_found_here', 'notnot_found'])('is not found in the longer word %s', (code) => {
    expect(verdictOf(errorsShowTheirCode, [answered(404, { body: { error: { code } } })])).toMatchObject({
      verdict: 'fail',
      expected: 'JSON with the code not_found',
    })
  })

  it.each(['gate.not_found', 'E-NOT_FOUND', 'errors/not_found?lang=en'])('is found in %s', (type) => {
    expect(verdictOf(errorsShowTheirCode, [answered(404, { body: { type } })])).toMatchObject({ verdict: 'pass' })
  })

  it.each([
    ['for a submission that speaks of another limit', { posted: '{}', body: { error: { code: 'rate_limited' } } }],
    ['whose code is any other word', { posted: '{}', body: { code: 'throttled' } }],
    ['that calls another limit by its type', { posted: '{}', body: { type: 'too-many-requests' } }],
    ['to anything but a submission', {}],
  ])('is not missed in a 429 %s', (_, told) => {
    expect(verdictOf(errorsShowTheirCode, [answered(429, told)])).toMatchObject({ verdict: 'skip' })
  })

  it.each([400, 409, 413, 422])('is missing in a %i for a bad body', (status) => {
    const bad = { by: 'submission.x-tried', part: 'probe', wrong: ['body'], posted: '{}' } as const
    expect(verdictOf(errorsShowTheirCode, [answered(status, { ...bad, body: { error: 'no' } })])).toMatchObject({
      verdict: 'fail',
      expected: 'JSON with the code invalid_request',
    })
    expect(verdictOf(errorsShowTheirCode, [answered(status, { ...bad, body: 'invalid_request' })])).toMatchObject({
      verdict: 'fail',
    })
    expect(
      verdictOf(errorsShowTheirCode, [answered(status, { ...bad, body: { code: 'invalid_request' } })]),
    ).toMatchObject({ verdict: 'pass' })
  })
})

const accepted = (body: unknown) => answered(202, { part: 'submission', posted: '{}', body })
const reading = (name: EndpointName, body: unknown) =>
  answered(200, { by: 'introduction', path: `/v1${endpoint(name).path}`, body })
const refused = (body: unknown) => answered(404, { part: 'probe', body })

type Case = { history: Exchange[]; dialect?: Facts['dialect']; choice: string }

const CHOICES: Record<string, Case> = {
  'id.place': {
    history: [accepted({ data: { id: 'x' } })],
    dialect: { idWay: ['data', 'id'] },
    choice: 'in data.id',
  },
  'id.form': {
    history: [accepted({ id: 'vid_8fX' })],
    dialect: { idWay: ['id'], idType: 'string' },
    choice: 'a string, 7 characters: small letters, capital letters, digits and other characters',
  },
  'models.shape': {
    history: [],
    dialect: { models: { form: 'a list of words in models', aliases: ['aurora'] } },
    choice: 'a list of words in models',
  },
  'usage.shape': {
    history: [reading('GET /usage', { seconds: 3, jobs: 1 })],
    choice: 'an object with jobs, seconds',
  },
  'capacity.shape': { history: [reading('GET /capacity', 3)], choice: 'a number' },
  'balance.shape': {
    history: [reading('GET /billing/balance', [{ credits: null }])],
    choice: 'an array; items: an object with credits',
  },
  'error.shape': {
    history: [refused({ error: { code: 'not_found' } })],
    choice: 'an object with error, the code in error.code',
  },
  'http.compression': { history: [answered(200)], choice: 'not compressed' },
  'http.charset': { history: [answered(200, { body: {} })], choice: 'none' },
  'http.connection-reuse': {
    history: [answered(200), answered(200)].map((each) => ({ ...each, connection: 1 })),
    choice: 'kept open',
  },
}

it('has a history for every observation of the suite', () => {
  expect(Object.keys(CHOICES)).toEqual(answers.checks.filter(isObservation).map((check) => check.id))
})

describe.each(Object.entries(CHOICES))('%s', (id, { history, dialect = {}, choice }) => {
  const check = answers.checks.find((each) => each.id === id)!

  it('names the choice of the server', () => {
    expect(see(check, history, { dialect })).toMatchObject({ choice })
  })

  it('names none if no exchange shows it', () => {
    expect((see(check, []) as Choice | undefined)?.values ?? []).toEqual([])
  })
})
