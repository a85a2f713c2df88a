import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, lastTry, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { howRefused } from './refusals.ts'

const [status, word] = howRefused
const bad = { by: 'submission.x-tried', part: 'probe', wrong: ['body'], posted: '{}' } as const
const refused = (code: number, body: unknown = { error: { code: 'invalid_request' } }, told = {}) =>
  answered(code, { ...bad, body, ...told })
const control = (code = 200) => answered(code, { by: bad.by, part: 'control' })

describe('the status of a refused body', () => {
  it.each([400, 405, 409, 413, 415, 422, 499])('may be %i', (code) => {
    expect(verdictOf(status!, [refused(code), control()])).toMatchObject({ verdict: 'pass' })
  })

  it.each([302, 401, 404, 500, 501])('should not be %i', (code) => {
    expect(verdictOf(status!, [refused(400), refused(code), control()])).toMatchObject({
      verdict: 'fail',
      tried: 2,
    })
  })

  it('should not be 503, if that comes again and again while good requests succeed', () => {
    const first = refused(503)
    const again = lastTry(control(), first)
    expect(verdictOf(status!, [first, refused(503, '', { again }), control()])).toMatchObject({
      verdict: 'fail',
      tried: 1,
    })
  })
})

describe('the word in a refused body', () => {
  it('is invalid_request, whatever the status', () => {
    for (const code of [400, 401, 404, 422, 500]) {
      expect(verdictOf(word!, [refused(code), control()])).toMatchObject({ verdict: 'pass' })
      expect(verdictOf(word!, [refused(code, { code: 'capacity_exceeded' }), control()])).toMatchObject({
        verdict: 'fail',
      })
    }
  })
})

describe.each(howRefused.map((check) => [check.id, check] as const))('%s', (_, check) => {
  const wrong = { code: 'not_found' }

  it.each<[string, Exchange]>([
    ['no credits', refused(402, wrong)],
    ['no room', refused(429, wrong)],
    ['a gateway', refused(503, wrong)],
    ['a bad key', refused(401, wrong, { by: 'auth.header-required', wrong: [] })],
  ])('is not about %s', (_, exchange) => {
    expect(verdictOf(check, [exchange, control()])).toMatchObject({ verdict: 'skip' })
  })
})
