import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { answered, lastTry, unanswered, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
import { answers } from './index.ts'

const verdict = (id: string, ...history: Exchange[]) =>
  verdictOf(answers.checks.find((check) => check.id === id)!, history)

describe('a 5xx', () => {
  it.each([502, 503, 504])('%i is tried again before it counts', (status) => {
    expect(verdict('answers.below-500', answered(status))).toMatchObject({ verdict: 'skip' })
  })

  it('counts when it comes again while a good request succeeds', () => {
    const first = answered(503)
    const control = answered(200, { part: 'control' })
    const second = answered(503, { again: lastTry(control, first) })
    expect(verdict('answers.below-500', first, control, second)).toMatchObject({
      verdict: 'fail',
      evidence: [second.n],
      tried: 2,
    })
  })

  it('needs no second where it shows capacity_exceeded to a submission: it is the wrong status', () => {
    const full = { body: { code: 'capacity_exceeded' } }
    const verdictOnFull = verdict('answers.below-500', answered(503, { ...full, posted: '{}' }))
    expect(verdict('answers.below-500', answered(503, full))).toMatchObject({ verdict: 'skip' })
    expect(verdictOnFull).toMatchObject({ verdict: 'fail', received: '503 {"code":"capacity_exceeded"}' })
  })

  it('counts on open input, too', () => {
    expect(verdict('answers.below-500', answered(500, { part: 'observation', method: 'HEAD' }))).toMatchObject({
      verdict: 'fail',
    })
  })

  it('is not what a broken connection is', () => {
    expect(verdict('answers.below-500', unanswered('reset'))).toMatchObject({ verdict: 'skip' })
  })
})

describe('a GET that succeeds', () => {
  it('is no POST, no refusal and no observation', () => {
    const history = [answered(202, { posted: '{}' }), answered(304), answered(204, { part: 'observation' })]
    expect(verdict('answers.get-succeeds-with-200', ...history)).toMatchObject({ verdict: 'skip' })
  })
})

describe('a label', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/problem+json',
    'application/vnd.video+json;v=1',
    'text/json',
  ])('%s says JSON', (type) => {
    const labelled = answered(200, { body: {}, headers: { 'Content-Type': type } })
    expect(verdict('answers.content-type-of-json', labelled)).toMatchObject({ verdict: 'pass' })
  })

  it.each(['text/plain', 'application/jsonp', 'application/octet-stream', 'text/plain; was=application/json'])(
    '%s does not',
    (type) => {
      const labelled = answered(200, { body: {}, headers: { 'Content-Type': type } })
      expect(verdict('answers.content-type-of-json', labelled)).toMatchObject({
        verdict: 'fail',
        received: `Content-Type ${type}`,
      })
    },
  )

  it('is missed where there is none', () => {
    expect(verdict('answers.content-type-of-json', answered(200, { body: '{}' }))).toMatchObject({
      received: 'no Content-Type',
    })
  })

  it.each(['17', '"word"', 'null', '', '<p>', '{"cut'])('is open for %j, which may be text', (body) => {
    expect(verdict('answers.content-type-of-json', answered(200, { body }))).toMatchObject({ verdict: 'skip' })
  })
})
