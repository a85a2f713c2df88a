import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { errorsShowTheirCode } from './codes.ts'
import { answers } from './index.ts'

const verdict = (id: string, ...history: Exchange[]) =>
  verdictOf(answers.checks.find((check) => check.id === id)!, history)

describe('the code word of a case', () => {
  it('is what a field called code says, whatever stands beside it', () => {
    const told = { error: { code: 'not_found', type: 'invalid_request' } }
    expect(verdict('codes.not-found', answered(404, { body: told }))).toMatchObject({ verdict: 'pass' })
    const wrong = { type: 'not_found', error: { Code: 'invalid_request' } }
    expect(verdict('codes.not-found', answered(404, { body: wrong }))).toMatchObject({
      verdict: 'fail',
      received: 'code invalid_request',
    })
  })

  it.each<[string, Parameters<typeof answered>[1]]>([
    ['for a submission, which may lack its model', { posted: '{}' }],
    ['that is merely observed', { part: 'observation' }],
    ['to what was tried as an id', { part: 'introduction', polled: 'aurora', job: 1 }],
  ])('is open for a 404 %s', (_, told) => {
    expect(verdict('codes.not-found', answered(404, { ...told, body: { code: 'invalid_request' } }))).toMatchObject({
      verdict: 'skip',
    })
  })

  it('is shown in a problem of RFC 9457', () => {
    const headers = { 'Content-Type': 'application/problem+json' }
    const problem = answered(401, { body: { type: 'about:unauthorized', status: 401 }, headers })
    expect(verdictOf(errorsShowTheirCode, [problem])).toMatchObject({ verdict: 'pass' })
    expect(verdict('answers.json-is-labelled', problem)).toMatchObject({ verdict: 'pass' })
  })

  it.each(['job_not_found', 'not_found_here', 'notnot_found'])('is missed in the longer word %s', (code) => {
    expect(verdictOf(errorsShowTheirCode, [answered(404, { body: { error: { code } } })])).toMatchObject({
      verdict: 'fail',
      expected: 'JSON with the code not_found',
    })
  })

  it.each(['gate.not_found', 'E-NOT_FOUND', 'errors/not_found?lang=en'])('is shown in %s', (type) => {
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

  it.each([400, 409, 413, 422])('is missed in a %i to a bad body', (status) => {
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
