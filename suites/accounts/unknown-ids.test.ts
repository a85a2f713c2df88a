import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { COUNTED_ID, check, HEX_ID, job, NEAR, near, RANDOM, random } from './histories-for-tests.ts'

describe('a random id', () => {
  it.each([429, 503])('may meet %i', (status) => {
    expect(verdictOf(check(RANDOM), random(status))).toMatchObject({ verdict: 'inconclusive' })
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

  it('may be a real one where ids count: then it is another job, and the reader may well own it', () => {
    expect(verdict(near(COUNTED_ID, undefined, undefined, undefined, job('42')))).toMatchObject({ verdict: 'pass' })
    expect(['skip', 'inconclusive']).toContain(verdict(near(COUNTED_ID, job('42'), job('40'), job('31'))).verdict)
  })

  it('is not answered with the very job that it resembles, though ids count', () => {
    expect(verdict(near(COUNTED_ID, job('42'), job(COUNTED_ID)))).toMatchObject({ verdict: 'fail', tried: 1 })
    expect(verdict(near(COUNTED_ID, { ...job(COUNTED_ID), id: 41 }))).toMatchObject({ verdict: 'fail' })
  })
})
