import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { check, NOT_FINAL, REFUSED_POLLS, RESTS } from './clauses-for-tests.ts'
import {
  BY_THE_CLOCK,
  calm,
  MOVED,
  pollsInVain,
  REFUSED,
  type Rests,
  rested,
  suspected,
  twins,
  WAY,
} from './histories-of-jobs-for-tests.ts'
import type { Cause } from './marks.ts'

describe('a job left alone', () => {
  const verdict = (id: string, ...exchanges: Exchange[]) => verdictOf(check(id), exchanges)
  const inconclusive = { verdict: 'inconclusive' }

  it.each<[cause: Cause, words: string]>([
    ['time', 'without any other request'],
    ['readings', 'while usage, capacity, balance and models were read'],
    ['refused submissions', 'while submissions were refused'],
    ['polls of finished jobs', 'while finished jobs were polled'],
    ['another job', 'while other jobs were submitted and polled'],
  ])('is not moved by %s', (cause, words) => {
    const history = [...suspected(cause, { first: MOVED }), ...pollsInVain(...REFUSED)]
    expect(verdict(RESTS, ...history)).toMatchObject({ verdict: 'fail', violations: [{ case: words }] })
    expect(verdict(NOT_FINAL, ...history)).toMatchObject(inconclusive)
    expect(verdict(REFUSED_POLLS, ...history)).toMatchObject(inconclusive)
  })

  it('accuses nobody with one trio alone', () => {
    const alone = [...twins(1), ...rested(1, 'everything at once', MOVED), ...rested(1, 'time', MOVED)]
    expect(verdict(RESTS, ...alone)).toMatchObject(inconclusive)
    const withTwins = [...alone, ...twins(2)]
    expect(verdict(RESTS, ...withTwins)).toMatchObject(inconclusive)
    expect(verdict(RESTS, ...withTwins, ...rested(2, 'time', MOVED))).toMatchObject({ verdict: 'fail' })
  })

  it.each<[what: string, rests: Rests]>([
    ['the second job stayed', { first: MOVED, second: WAY }],
    ['the second job needed as many polls', { first: MOVED, second: ['generating', ...WAY.slice(1)] }],
    [
      'the second twins needed other numbers',
      { first: MOVED, again: { fast: ['queued', ...WAY], slow: ['queued', ...WAY] } },
    ],
  ])('accuses nobody with two trios that disagree: %s', (_, rests) => {
    const history = suspected('time', rests)
    expect(verdict(RESTS, ...history)).not.toMatchObject({ verdict: 'fail' })
    expect(verdict(NOT_FINAL, ...history)).not.toMatchObject({ verdict: 'fail' })
  })

  it('is final at once only if that comes twice', () => {
    const once = suspected('time', { ways: BY_THE_CLOCK, first: ['succeeded'], second: ['generating', 'succeeded'] })
    expect(verdict(NOT_FINAL, ...once)).toMatchObject(inconclusive)
    const twice = suspected('time', { ways: BY_THE_CLOCK, first: ['failed'] })
    expect(verdict(NOT_FINAL, ...twice)).toMatchObject({ verdict: 'fail', received: expect.stringMatching(/^failed/) })
    expect(verdict(RESTS, ...twice)).toMatchObject(inconclusive)
  })

  it.each<[what: string, first: readonly string[], word: string]>([
    ['shows what both reached later', ['queued', 'succeeded'], 'fail'],
    ['shows what they had reached before', ['queued', 'queued', 'succeeded'], 'inconclusive'],
    ['went another way even before', ['generating', 'succeeded'], 'inconclusive'],
    ['goes on as they did', WAY, 'pass'],
  ])('midway, where it %s', (_, first, word) => {
    const history = [...calm(), ...suspected('time', { first, after: 1 })]
    expect(verdict(RESTS, ...history)).toMatchObject({ verdict: word })
  })

  it('is not accused of by a poll that met 429 and was asked again', () => {
    const busy = (exchanges: Exchange[]) =>
      exchanges.flatMap((each) => {
        if (each.purpose.part !== 'poll') return [each]
        const full = answered(429, each.purpose)
        return [full, { ...each, again: { attempts: [full.n] } }]
      })
    expect(verdict(RESTS, ...busy(calm()))).toMatchObject({ verdict: 'pass' })
    expect(verdict(RESTS, ...busy(suspected('time', { first: MOVED })))).toMatchObject({ verdict: 'fail' })
  })

  // A poll whose answer was lost on the way may have moved the job: the gateway answers for a server that has worked on.
  it('is not accused of where its first poll after the rest got no answer of the server', () => {
    const way = ['queued', 'generating', 'enhancing', 'succeeded']
    const lost = (exchanges: Exchange[]) => {
      const [submission, first, ...others] = exchanges
      const attempt = answered(504, first!.purpose)
      return [submission!, attempt, { ...first!, again: { attempts: [attempt.n] } }, ...others]
    }
    const ways = { fast: way, slow: way }
    const seen = way.slice(1)
    const history = [
      ...twins(1, ways),
      ...lost(rested(1, 'everything at once', seen)),
      ...lost(rested(1, 'time', seen)),
      ...twins(2, ways),
      ...lost(rested(2, 'time', seen)),
    ]
    expect(verdict(RESTS, ...history)).not.toMatchObject({ verdict: 'fail' })
  })
})
