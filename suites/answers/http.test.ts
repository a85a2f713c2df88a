import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, lastTry, unanswered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { answers } from './index.ts'

const verdict = (id: string, ...history: Exchange[]) =>
  verdictOf(answers.checks.find((check) => check.id === id)!, history)

describe('a 5xx', () => {
  it('counts when it comes again while a good request succeeds', () => {
    const first = answered(503)
    const control = answered(200, { part: 'control' })
    const second = answered(503, { again: lastTry(control, first) })
    expect(verdict('answers.no-server-error', first, control, second)).toMatchObject({
      verdict: 'fail',
      evidence: [second.n],
      tried: 2,
    })
  })

  it('needs no second where it shows capacity_exceeded for a submission: it is the wrong status', () => {
    const full = { body: { code: 'capacity_exceeded' } }
    const verdictOnFull = verdict('answers.no-server-error', answered(503, { ...full, posted: '{}' }))
    expect(verdict('answers.no-server-error', answered(503, full))).toMatchObject({ verdict: 'skip' })
    expect(verdictOnFull).toMatchObject({ verdict: 'fail', received: '503 {"code":"capacity_exceeded"}' })
  })

  it('is not what a broken connection is', () => {
    expect(verdict('answers.no-server-error', unanswered('reset'))).toMatchObject({ verdict: 'skip' })
  })
})

describe('a label', () => {
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
