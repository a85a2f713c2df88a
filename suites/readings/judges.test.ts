import { describe, expect, it } from 'vitest'
import { answered, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
import { readings } from './index.ts'

const notEmpty = readings.checks.find(({ id }) => id === 'readings.models-lists-something')!
const answering = readings.checks.filter((check) => check !== notEmpty)
const PATHS = ['/v1/models', '/v1/usage', '/v1/capacity', '/v1/billing/balance']

it('has a history for every judge of the suite', () => {
  expect(answering).toHaveLength(PATHS.length)
})

describe.each(answering.map((check, index) => [check.id, check, PATHS[index]!] as const))('%s', (id, check, path) => {
  const read = (status: number, body: unknown, control = 200) => [
    answered(status, { by: id, part: 'probe', path, body }),
    answered(control, { by: id, part: 'control', path: '/v1/elsewhere' }),
  ]

  it.each([[{}], [[]], [5], ['text'], [null]])('passes JSON of whatever shape: %j', (body) => {
    expect(verdictOf(check, read(200, JSON.stringify(body)))).toMatchObject({ verdict: 'pass' })
  })

  it.each<[number, string]>([
    [500, '{}'],
    [404, '{}'],
    [200, '<html>'],
    [200, ''],
    [204, ''],
    [406, ''],
  ])('names %i with the body %j', (status, body) => {
    expect(verdictOf(check, read(status, body))).toMatchObject({ verdict: 'fail', expected: '2xx with JSON' })
  })

  it('is not judged by a request without a good key, whatever else that carries', () => {
    const refused = answered(401, { by: 'auth', part: 'probe', path, twin: 1, body: '' })
    const cookie = {
      ...refused,
      request: { ...refused.request, headers: [['Cookie', 'key={{A}}']] as [string, string][] },
    }
    expect(verdictOf(check, [cookie, answered(200, { part: 'control', path: '/v1/elsewhere' })])).toMatchObject({
      verdict: 'skip',
    })
  })

  it('has no verdict where the next good request fails, too', () => {
    expect(verdictOf(check, read(500, '{}', 500))).toMatchObject({ verdict: 'inconclusive' })
  })

  it('has no verdict on an answer that could not be read whole', () => {
    const cut = [answered(200, { by: id, part: 'probe', path, body: '{"a":', truncated: true })]
    expect(verdictOf(check, cut)).toMatchObject({ verdict: 'skip' })
  })
})

describe('the list of models', () => {
  const listed = (body: unknown) => [answered(200, { by: 'introduction', case: 'GET /models', body })]

  it.each([[['aurora']], [{ models: [{ alias: 'aurora' }] }], [{ aurora: {} }]])('is not empty: %j', (body) => {
    expect(verdictOf(notEmpty, listed(body))).toMatchObject({ verdict: 'pass' })
  })

  it.each([[[]], [{}], [{ models: [] }], [{ object: 'list', data: [] }], [null], [{ models: null }]])(
    'is empty: %j',
    (body) => {
      expect(verdictOf(notEmpty, listed(body))).toMatchObject({ verdict: 'fail', expected: 'at least one alias' })
    },
  )

  it('is not empty if it led to a job, whatever it looks like', () => {
    const facts = { dialect: { alias: 'aurora' } }
    expect(verdictOf(notEmpty, listed({ models: [] }), { facts })).toMatchObject({ verdict: 'pass' })
  })
})
