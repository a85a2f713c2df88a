import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { answered, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
import { goodBodiesAreTakenOn } from './good-bodies.ts'

const [check] = goodBodiesAreTakenOn
const facts = { dialect: { idWay: ['id'], alias: 'swift', models: { form: 'a list', aliases: ['swift'] } } }
const verdict = (...exchanges: Exchange[]) => verdictOf(check!, exchanges, { facts })

const PLAIN = '{"model":"swift","prompt":"a boat"}'
const FULL = '{"model":"swift","prompt":"a boat","fps":24}'
const sent = (status: number, posted = PLAIN, told = {}) =>
  answered(status, { by: 'introduction', part: 'submission', method: 'POST', path: '/v1/videos', posted, ...told })

describe('a good body', () => {
  it('is refused for itself where it is refused twice, beside one that is accepted again', () => {
    expect(verdict(sent(422), sent(202, FULL), sent(422), sent(202, FULL))).toMatchObject({
      verdict: 'fail',
      received: expect.stringMatching(/^422/),
    })
  })

  it('is refused now and then where the same is accepted another time', () => {
    expect(verdict(sent(202), sent(401), sent(202))).toMatchObject({
      verdict: 'fail',
      received: expect.stringContaining('(intermittent: 1 of 3 times)'),
    })
  })

  it.each<[string, Exchange[]]>([
    ['refused once, and never sent again', [sent(422), sent(202, FULL)]],
    ['refused at the end, when nothing is accepted any more', [sent(202), sent(422)]],
    ['refused for want of credits', [sent(402), sent(202)]],
    ['refused for want of room', [sent(429), sent(202)]],
    ['refused to another key, which may have other aliases', [sent(422, PLAIN, { key: 'B' }), sent(202)]],
    ['one of an alias that is not listed', [sent(422, '{"model":"x"}'), sent(202, '{"model":"x"}'), sent(202)]],
    ['judged beside the others of its kind', [sent(422, PLAIN, { tries: ['fps 24'] }), sent(202)]],
  ])('is not judged where it was %s', (_, exchanges) => {
    expect(verdict(...exchanges)).toMatchObject({ verdict: 'pass' })
  })

  it('is judged in one run only: somebody else may have had other aliases another day', () => {
    const seen = { dialect: facts.dialect, keys: ['K1'], known: [], observed: { leftOut: [] } }
    const exchanges = [sent(422, PLAIN, { key: 'K1' }), sent(202, PLAIN, { key: 'K1' })]
    expect(verdictOf(check!, exchanges, { facts: seen })).toMatchObject({ verdict: 'skip' })
  })
})
