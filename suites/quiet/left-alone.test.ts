import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { answered, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
import { check, NOT_FINAL, REFUSED_POLLS, RESTS } from './clauses-for-tests.ts'
import {
  ALIKE,
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
import type { Suspect } from './marks.ts'

describe('a job left alone', () => {
  const verdict = (id: string, ...exchanges: Exchange[]) => verdictOf(check(id), exchanges)
  const inconclusive = { verdict: 'inconclusive' }

  it.each<[cause: Suspect, words: string]>([
    ['time', 'while nothing at all happened'],
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

  it('is for another clause to accuse where refused polls move it', () => {
    const history = suspected('refused polls', { first: MOVED })
    expect(verdict(RESTS, ...history)).toMatchObject(inconclusive)
    expect(verdict(NOT_FINAL, ...history)).toMatchObject(inconclusive)
  })

  it('accuses nobody with one trio alone', () => {
    const alone = [...twins(1), ...rested(1, 'everything at once', MOVED), ...rested(1, 'time', MOVED)]
    expect(verdict(RESTS, ...alone)).toMatchObject(inconclusive)
    const withTwins = [...alone, ...twins(2)]
    expect(verdict(RESTS, ...withTwins)).toMatchObject(inconclusive)
    expect(verdict(RESTS, ...withTwins, ...rested(2, 'time', MOVED))).toMatchObject({ verdict: 'fail' })
  })

  it('accuses nobody by all causes at once, of which nobody knows which one it was', () => {
    expect(verdict(RESTS, ...suspected('everything at once', { first: MOVED }))).toMatchObject(inconclusive)
  })

  it.each<[what: string, rests: Rests]>([
    ['the second job stayed', { first: MOVED, second: WAY }],
    ['the first job stayed', { first: WAY, second: MOVED }],
    ['the second job needed as many polls', { first: MOVED, second: ['generating', ...WAY.slice(1)] }],
    [
      'the second twins needed other numbers',
      { first: MOVED, again: { fast: ['queued', ...WAY], slow: ['queued', ...WAY] } },
    ],
    ['the second twins disagree', { first: MOVED, again: { fast: WAY, slow: ['queued', ...WAY] } }],
  ])('accuses nobody with two trios that disagree: %s', (_, rests) => {
    const history = suspected('time', rests)
    expect(verdict(RESTS, ...history)).not.toMatchObject({ verdict: 'fail' })
    expect(verdict(NOT_FINAL, ...history)).not.toMatchObject({ verdict: 'fail' })
  })

  it('accuses nobody with a second trio of another cause, or of another moment', () => {
    const first = [...twins(1), ...rested(1, 'everything at once', MOVED), ...rested(1, 'time', MOVED), ...twins(2)]
    expect(verdict(RESTS, ...first, ...rested(2, 'readings', MOVED))).toMatchObject(inconclusive)
    const midway = ['queued', 'generating', 'succeeded']
    expect(verdict(RESTS, ...first, ...rested(2, 'time', midway, 1))).toMatchObject(inconclusive)
  })

  it('accuses nobody where twins needed different numbers of polls', () => {
    const ways = { fast: ['queued', ...WAY], slow: WAY }
    expect(verdict(RESTS, ...suspected('time', { ways, first: MOVED }))).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('6 polls when polled fast, 5 when polled slowly, 3 after a rest; only an equal'),
    })
  })

  it('says which ways they went where as many polls led twins to different ends', () => {
    const failed = [...WAY.slice(0, -1), 'failed']
    expect(verdict(RESTS, ...suspected('time', { ways: { fast: WAY, slow: WAY }, first: failed }))).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringMatching(
        /cannot be compared: .*→ succeeded when polled fast, .*→ failed when left alone first$/,
      ),
    })
  })

  it('accuses nobody where twins needed too few polls to tell', () => {
    const two = ['queued', 'succeeded']
    const history = suspected('time', { ways: { fast: two, slow: two }, first: ['succeeded'] })
    for (const id of [RESTS, NOT_FINAL]) expect(verdict(id, ...history)).toMatchObject(inconclusive)
  })

  it('accuses nobody where twins were seen in one unfinished state only, and it is final at once', () => {
    const ways = { fast: ['queued', 'queued', 'queued', 'succeeded'], slow: ['queued', 'queued', 'succeeded'] }
    const history = suspected('time', { ways, first: ['succeeded'] })
    for (const id of [RESTS, NOT_FINAL]) expect(verdict(id, ...history)).toMatchObject(inconclusive)
  })

  it('is final at once only if that comes twice', () => {
    const once = suspected('time', { ways: BY_THE_CLOCK, first: ['succeeded'], second: ['generating', 'succeeded'] })
    expect(verdict(NOT_FINAL, ...once)).toMatchObject(inconclusive)
    const twice = suspected('time', { ways: BY_THE_CLOCK, first: ['failed'] })
    expect(verdict(NOT_FINAL, ...twice)).toMatchObject({ verdict: 'fail', received: expect.stringMatching(/^failed/) })
    expect(verdict(RESTS, ...twice)).toMatchObject(inconclusive)
  })

  it('is final at once twice, though the second twins went at another pace', () => {
    const again = { fast: [...BY_THE_CLOCK.fast, 'succeeded'].with(-2, 'generating'), slow: BY_THE_CLOCK.slow }
    const history = suspected('time', { ways: BY_THE_CLOCK, again, first: ['succeeded'] })
    expect(verdict(NOT_FINAL, ...history)).toMatchObject({ verdict: 'fail' })
  })

  it('has moved, which is graver, where it is final at once and its twins agree', () => {
    const history = suspected('time', { first: ['succeeded'] })
    expect(verdict(RESTS, ...history)).toMatchObject({ verdict: 'fail' })
    expect(verdict(NOT_FINAL, ...history)).toMatchObject(inconclusive)
  })

  it('has not moved where its first poll shows what its twins showed at once', () => {
    const first = ['queued', 'generating', 'succeeded']
    expect(verdict(RESTS, ...suspected('time', { first }))).toMatchObject(inconclusive)
  })

  it('may go back among unfinished states as its twins do', () => {
    const way = ['queued', 'generating', 'queued', 'enhancing', 'succeeded']
    const ways = { fast: way, slow: way }
    expect(verdict(RESTS, ...calm(ways))).toMatchObject({ verdict: 'pass' })
    const first = ['queued', 'enhancing', 'succeeded']
    expect(verdict(RESTS, ...suspected('time', { ways, first }))).toMatchObject(inconclusive)
    const skipping = ['generating', 'queued', 'enhancing', 'succeeded']
    expect(verdict(RESTS, ...suspected('time', { ways, first: skipping }))).toMatchObject({ verdict: 'fail' })
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

  it('says after how many polls it was left alone', () => {
    const first = ['queued', 'queued', 'succeeded']
    expect(verdict(RESTS, ...suspected('readings', { first, after: 2 }))).toMatchObject({
      verdict: 'fail',
      received:
        'queued 2 times → succeeded when left alone after 2 polls for 2.0 s, while usage, capacity, balance and models were read; a second trio says the same',
    })
  })

  it('is compared with both twins: one alone that had come so far at once explains it', () => {
    const ways = { fast: WAY, slow: ['generating', 'queued', 'queued', 'generating', 'succeeded'] }
    expect(verdict(RESTS, ...suspected('time', { ways, first: MOVED }))).toMatchObject(inconclusive)
  })

  it('says nothing without twins that came to their ends, or where no rested job did', () => {
    const endless = WAY.slice(0, -1)
    const noEnds = [...twins(1, { fast: WAY, slow: endless }), ...rested(1, 'everything at once', WAY)]
    expect(verdict(RESTS, ...twins(1, { fast: WAY, slow: endless }))).toMatchObject({
      verdict: 'inconclusive',
      reason: 'no two jobs came to their ends to compare with',
    })
    expect(verdict(RESTS, ...noEnds)).toMatchObject(inconclusive)
    expect(verdict(RESTS, ...calm(ALIKE, endless))).toMatchObject(inconclusive)
    expect(verdict(RESTS, ...twins(1))).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('the deadline is too near'),
    })
  })

  it('may lie still from its submission on and be moved midway', () => {
    const odd = rested(1, 'everything at once', ['queued', 'succeeded'], 1)
    expect(verdict(RESTS, ...calm(), ...odd)).toMatchObject(inconclusive)
    const alone = rested(1, 'time', ['queued', 'succeeded'], 1)
    const again = [...twins(2), ...rested(2, 'time', ['queued', 'succeeded'], 1)]
    expect(verdict(RESTS, ...calm(), ...odd, ...alone, ...again)).toMatchObject({ verdict: 'fail' })
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

  // The reason speaks of a second trio that never was, where no cause by itself moved the job.
  it('speaks of a second trio only where there was one', () => {
    const history = [...twins(1), ...rested(1, 'everything at once', MOVED), ...rested(1, 'time', WAY)]
    expect(verdict(RESTS, ...history)).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.not.stringContaining('a second trio did not say the same'),
    })
  })
})
