import { describe, expect, it } from 'vitest'
import { answered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { readings } from './index.ts'
import { CONTROL, LISTED, listedAMomentAgo } from './listed-a-moment-ago.ts'

const notEmpty = readings.checks.find(({ id }) => id === 'readings.models-not-empty')!
const answering = readings.checks.filter((check) => check !== notEmpty && check !== listedAMomentAgo)
const PATHS = ['/v1/models', '/v1/usage', '/v1/capacity', '/v1/billing/balance']

it('has a history for every judge of the suite', () => {
  expect(answering).toHaveLength(PATHS.length)
})

describe.each(answering.map((check, index) => [check.id, check, PATHS[index]!] as const))('%s', (id, check, path) => {
  const read = (status: number, body: unknown, control = 200) => [
    answered(status, { by: id, part: 'probe', path, body }),
    answered(control, { by: id, part: 'control', path: '/v1/elsewhere' }),
  ]

  it.each([[{}], [[]], [5], ['text'], [null]])('passes JSON of any shape: %j', (body) => {
    expect(verdictOf(check, read(200, JSON.stringify(body)))).toMatchObject({ verdict: 'pass' })
  })

  it.each<[number, string]>([
    [500, '{}'],
    [200, '<html>'],
    [200, ''],
    [204, ''],
  ])('names %i with the body %j', (status, body) => {
    expect(verdictOf(check, read(status, body))).toMatchObject({ verdict: 'fail', expected: '2xx with JSON' })
  })

  it('is inconclusive if each read returned 429', () => {
    expect(verdictOf(check, read(429, '{}'))).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('429'),
    })
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
})

describe('a recently listed alias', () => {
  const by = listedAMomentAgo.id
  const read = () => answered(200, { by, path: '/v1/models', body: ['swift', 'lite'] })
  const post = { by, part: 'submission' as const, method: 'POST', path: '/v1/videos' }
  const submitted = (status: number, reading: number) =>
    answered(status, { ...post, mark: LISTED.of({ alias: 'lite', key: 'A', reading }) })
  const control = (status: number) => answered(status, { ...post, mark: CONTROL.of({ key: 'A' }) })
  const verdict = (status: number, after = 202) => {
    const reading = read()
    return verdictOf(listedAMomentAgo, [reading, submitted(status, reading.n), control(after)])
  }

  it('is accepted', () => {
    expect(verdict(202)).toMatchObject({ verdict: 'pass' })
  })

  it('fails if it is refused, with the list as evidence', () => {
    expect(verdict(422)).toMatchObject({ verdict: 'fail', violations: [{ case: 'lite, by key A' }] })
  })

  it('is not judged if the key is refused the others, too, or credits or capacity are missing', () => {
    expect(verdict(422, 422)).toMatchObject({ verdict: 'inconclusive' })
    expect(verdict(402)).toMatchObject({ verdict: 'pass' })
    expect(verdict(429)).toMatchObject({ verdict: 'pass' })
  })
})
