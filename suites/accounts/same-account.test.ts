import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { answered, idFound, unanswered, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
import { check, goodElsewhere, SHARED, visit } from './histories-for-tests.ts'

describe("another key's job", () => {
  const verdict = (...exchanges: Exchange[]) => verdictOf(check(SHARED), [idFound(), ...exchanges])

  it.each([401, 403, 404, 500])('is not refused with %i to a key that is good elsewhere', (status) => {
    expect(verdict(visit(200), visit(status), goodElsewhere())).toMatchObject({ verdict: 'fail', tried: 2 })
  })

  it.each([401, 404])('may be refused with %i to a key that reads nothing else either', (status) => {
    expect(verdict(visit(status), goodElsewhere(401))).toMatchObject({ verdict: 'inconclusive' })
    expect(verdict(visit(status))).toMatchObject({ verdict: 'inconclusive' })
  })

  it('may meet 429, a gateway or no answer', () => {
    expect(verdict(visit(200), visit(429), goodElsewhere())).toMatchObject({ verdict: 'inconclusive' })
    expect(verdict(visit(200), visit(503), goodElsewhere())).toMatchObject({ verdict: 'inconclusive' })
    const lost = unanswered('reset', { by: SHARED, part: 'poll', job: 1, polled: 'job-1', owner: 'A', key: 'A2' })
    expect(verdict(lost, goodElsewhere())).toMatchObject({ verdict: 'inconclusive' })
  })

  it('is accused of, whatever else met a gateway', () => {
    expect(verdict(visit(503), visit(404), goodElsewhere())).toMatchObject({ verdict: 'fail' })
  })

  it('is none where the submission never led to a job that its own key could read', () => {
    const verdict = verdictOf(check(SHARED), [visit(404), goodElsewhere()])
    expect(verdict).toMatchObject({ verdict: 'skip' })
  })

  it('is not what the key that submitted it reads', () => {
    const own = answered(404, { by: SHARED, part: 'poll', job: 1, polled: 'job-1' })
    expect(verdict(own, goodElsewhere())).toMatchObject({ verdict: 'skip' })
  })
})
