import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isObservation } from '../../engine/judge/check.ts'
import { answered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { answers } from './index.ts'

const showing = (status: number, code: string, told = {}) => [answered(status, { body: { error: { code } }, ...told })]

const CASES: Record<string, { passes: Exchange[]; fails: Exchange[] }> = {
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

it('has a history for every judge of the suite', () => {
  expect(Object.keys(CASES)).toEqual(answers.checks.filter((check) => !isObservation(check)).map((check) => check.id))
})

describe.each(Object.entries(CASES))('%s', (id, { passes, fails }) => {
  const check = answers.checks.find((each) => each.id === id)!

  it('passes a conforming server', () => {
    expect(verdictOf(check, passes)).toMatchObject({ verdict: 'pass', tried: 1 })
  })

  it('fails a violation among conforming responses', () => {
    const verdict = verdictOf(check, [...passes, ...fails, ...passes])
    expect(verdict).toMatchObject({ verdict: 'fail', evidence: [fails[0]!.n] })
  })

  it('says nothing where nothing of the kind came', () => {
    expect(verdictOf(check, [])).toMatchObject({ verdict: 'skip' })
  })
})
