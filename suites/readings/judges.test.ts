import { describe, expect, it } from 'vitest'
import { answered, verdictOf } from '../../fixtures/histories/handwritten.ts'
import { isExperiment } from '../../runner/check.ts'
import { readings } from './index.ts'

const experiments = readings.checks.filter(isExperiment)
const notEmpty = readings.checks.find(({ id }) => id === 'readings.models-lists-something')!

it('has a history for every judge of the suite', () => {
  expect([...experiments, notEmpty].map(({ id }) => id).sort()).toEqual(readings.checks.map(({ id }) => id).sort())
})

describe.each(experiments.map((check) => [check.id, check] as const))('%s', (id, check) => {
  const read = (status: number, body: unknown, control = 200) => [
    answered(status, { by: id, part: 'probe', body }),
    answered(control, { by: id, part: 'control' }),
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

  it('has no verdict where the next good request fails, too', () => {
    expect(verdictOf(check, read(500, '{}', 500))).toMatchObject({ verdict: 'inconclusive' })
  })

  it('has no verdict on an answer that could not be read whole', () => {
    const cut = [
      answered(200, { by: id, part: 'probe', body: '{"a":', truncated: true }),
      answered(200, { by: id, part: 'control' }),
    ]
    expect(verdictOf(check, cut)).toMatchObject({ verdict: 'inconclusive' })
  })
})

describe('the list of models', () => {
  const listed = (body: unknown) => [answered(200, { by: 'introduction', case: 'GET /models', body })]

  it.each([[['aurora']], [{ models: [{ alias: 'aurora' }] }], [{ aurora: {} }]])('is not empty: %j', (body) => {
    expect(verdictOf(notEmpty, listed(body))).toMatchObject({ verdict: 'pass' })
  })

  it.each([[[]], [{}], [{ models: [] }], [{ object: 'list', data: [] }]])('is empty: %j', (body) => {
    expect(verdictOf(notEmpty, listed(body))).toMatchObject({ verdict: 'fail', expected: 'at least one alias' })
  })

  it('is not empty if it led to a job, whatever it looks like', () => {
    const facts = { dialect: { alias: 'aurora' } }
    expect(verdictOf(notEmpty, listed({ models: [] }), { facts })).toMatchObject({ verdict: 'pass' })
  })
})
