import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { gap, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
import { COUNTED_ID, check, HEX_ID, job, NEAR, near, probed, RANDOM, random, read } from './histories-for-tests.ts'

describe('a random id', () => {
  it('leads to no job, whosever it is', () => {
    expect(verdictOf(check(RANDOM), random(200, job('vid_00')))).toMatchObject({ verdict: 'fail' })
  })

  it.each([429, 503])('may meet %i', (status) => {
    expect(verdictOf(check(RANDOM), random(status))).toMatchObject({ verdict: 'inconclusive' })
  })

  it('says nothing where the good request fails after it, too', () => {
    expect(verdictOf(check(RANDOM), random(500, '', 500))).toMatchObject({ verdict: 'inconclusive' })
    expect(verdictOf(check(RANDOM), random(404, '', 500))).toMatchObject({ verdict: 'inconclusive' })
  })

  it('says nothing where no job could be had', () => {
    const gaps = [gap(RANDOM, 'GET /videos/{id}', 'no job could be had')]
    expect(verdictOf(check(RANDOM), [], { gaps })).toMatchObject({
      verdict: 'skip',
      reason: 'GET /videos/{id}: no job could be had',
    })
  })
})

describe('an id that resembles a real one', () => {
  const verdict = (exchanges: Exchange[]) => verdictOf(check(NEAR), exchanges)

  it.each<[what: string, body: unknown]>([
    ['the job under its own id', job(HEX_ID)],
    ['the job under the wrong id', job(`${HEX_ID}x`)],
    ['the job without an id', { status: 'succeeded' }],
  ])('is not answered with %s', (_, body) => {
    expect(verdict(near(HEX_ID, undefined, body))).toMatchObject({ verdict: 'fail' })
  })

  it.each([['a page'], [[]], [{ status: 'unknown' }], [{ error: { code: 'not_found' } }]])(
    'may be answered 200 with what is no job, as far as this goes: %j',
    (body) => {
      expect(verdict(near(HEX_ID, body))).toMatchObject({ verdict: 'pass' })
    },
  )

  it('may be answered 400, 404 or 500, which other clauses judge', () => {
    const refused = probed(NEAR, (twin) => [400, 404, 500].map((each) => read(NEAR, 'x', each, '', twin)))
    expect(verdict(refused)).toMatchObject({ verdict: 'pass', tried: 3 })
  })

  it('may be a real one where ids count: then it is another job, and the reader may well own it', () => {
    expect(verdict(near(COUNTED_ID, undefined, undefined, undefined, job('42')))).toMatchObject({ verdict: 'pass' })
    expect(['skip', 'inconclusive']).toContain(verdict(near(COUNTED_ID, job('42'), job('40'), job('31'))).verdict)
  })

  it('is not answered with the very job that it resembles, though ids count', () => {
    expect(verdict(near(COUNTED_ID, job('42'), job(COUNTED_ID)))).toMatchObject({ verdict: 'fail', tried: 1 })
    expect(verdict(near(COUNTED_ID, { ...job(COUNTED_ID), id: 41 }))).toMatchObject({ verdict: 'fail' })
  })
})
