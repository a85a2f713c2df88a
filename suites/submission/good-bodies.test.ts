import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
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
    ['refused for want of room', [sent(429), sent(202)]],
    ['refused to another key, which may have other aliases', [sent(422, PLAIN, { key: 'B' }), sent(202)]],
    ['one of an alias that is not listed', [sent(422, '{"model":"x"}'), sent(202, '{"model":"x"}'), sent(202)]],
  ])('is not judged where it was %s', (_, exchanges) => {
    expect(verdict(...exchanges)).toMatchObject({ verdict: 'pass' })
  })
})
