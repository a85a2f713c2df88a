import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import {
  BY_THE_CLOCK,
  calm,
  check,
  MOVED,
  NOT_FINAL,
  pair,
  pollsInVain,
  REFUSED,
  REFUSED_POLLS,
  RESTS,
  type Rests,
  rested,
  WAY,
  withCause,
} from './histories-for-tests.ts'
import type { Cause, Role } from './marks.ts'
import { type Life, movementIn, type Trio } from './trios.ts'

describe('a job left alone', () => {
  const verdict = (id: string, ...exchanges: Exchange[]) => verdictOf(check(id), exchanges)
  const inconclusive = { verdict: 'inconclusive' }

  it.each<[cause: Cause, words: string]>([
    ['time', 'without any other request'],
    ['readings', 'while usage, capacity, balance and models were read'],
    ['refused submissions', 'while submissions were refused'],
    ['polls of finished jobs', 'while finished jobs were polled'],
    ['another job', 'while other jobs were submitted and polled'],
  ])('fails if it is advanced by %s', (cause, words) => {
    const history = [...withCause(cause, { first: MOVED }), ...pollsInVain(...REFUSED)]
    expect(verdict(RESTS, ...history)).toMatchObject({ verdict: 'fail', violations: [{ case: words }] })
    expect(verdict(NOT_FINAL, ...history)).toMatchObject(inconclusive)
    expect(verdict(REFUSED_POLLS, ...history)).toMatchObject(inconclusive)
  })

  it.each([
    ['as many polls as the fast one', BY_THE_CLOCK.fast, 'pass'],
    ['more', ['queued', ...BY_THE_CLOCK.fast], 'pass'],
    ['fewer', BY_THE_CLOCK.fast.slice(1), 'inconclusive'],
    ['as many, in other states', BY_THE_CLOCK.fast.with(3, 'enhancing'), 'inconclusive'],
  ])('stayed, if slow polls find more work done and it needed %s', (_, states, expected) => {
    expect(verdict(RESTS, ...calm(BY_THE_CLOCK, states))).toMatchObject({ verdict: expected })
  })

  it('needs a second trio', () => {
    const alone = [...pair(1), ...rested(1, 'everything at once', MOVED), ...rested(1, 'time', MOVED)]
    expect(verdict(RESTS, ...alone)).toMatchObject(inconclusive)
    const withTwins = [...alone, ...pair(2)]
    expect(verdict(RESTS, ...withTwins)).toMatchObject(inconclusive)
    expect(verdict(RESTS, ...withTwins, ...rested(2, 'time', MOVED))).toMatchObject({ verdict: 'fail' })
  })

  it.each<[what: string, rests: Rests]>([
    ['the second job stayed', { first: MOVED, second: WAY }],
    ['the second job needed as many polls', { first: MOVED, second: ['generating', ...WAY.slice(1)] }],
    [
      'the second pair needed other numbers',
      { first: MOVED, again: { fast: ['queued', ...WAY], slow: ['queued', ...WAY] } },
    ],
  ])('does not fail if two trios disagree: %s', (_, rests) => {
    const history = withCause('time', rests)
    expect(verdict(RESTS, ...history)).not.toMatchObject({ verdict: 'fail' })
    expect(verdict(NOT_FINAL, ...history)).not.toMatchObject({ verdict: 'fail' })
  })

  it('fails if it is final at its first poll twice', () => {
    const once = withCause('time', { ways: BY_THE_CLOCK, first: ['succeeded'], second: ['generating', 'succeeded'] })
    expect(verdict(NOT_FINAL, ...once)).toMatchObject(inconclusive)
    const twice = withCause('time', { ways: BY_THE_CLOCK, first: ['failed'] })
    expect(verdict(NOT_FINAL, ...twice)).toMatchObject({ verdict: 'fail', received: expect.stringMatching(/^failed/) })
    expect(verdict(RESTS, ...twice)).toMatchObject(inconclusive)
  })

  it.each<[what: string, first: readonly string[], word: string]>([
    ['shows what both reached later', ['queued', 'succeeded'], 'fail'],
    ['shows what they had reached before', ['queued', 'queued', 'succeeded'], 'inconclusive'],
    ['went another way even before', ['generating', 'succeeded'], 'inconclusive'],
    ['goes on as they did', WAY, 'pass'],
  ])('midway, where it %s', (_, first, word) => {
    const history = [...calm(), ...withCause('time', { first, after: 1 })]
    expect(verdict(RESTS, ...history)).toMatchObject({ verdict: word })
  })

  it('is judged by the last response after 429', () => {
    const busy = (exchanges: Exchange[]) =>
      exchanges.flatMap((each) => {
        if (each.purpose.part !== 'poll') return [each]
        const full = answered(429, each.purpose)
        return [full, { ...each, again: { attempts: [full.n] } }]
      })
    expect(verdict(RESTS, ...busy(calm()))).toMatchObject({ verdict: 'pass' })
    expect(verdict(RESTS, ...busy(withCause('time', { first: MOVED })))).toMatchObject({ verdict: 'fail' })
  })

  it('does not fail if its first poll after the rest was lost', () => {
    const way = ['queued', 'generating', 'enhancing', 'succeeded']
    const lost = (exchanges: Exchange[]) => {
      const [submission, first, ...others] = exchanges
      const attempt = answered(504, first!.purpose)
      return [submission!, attempt, { ...first!, again: { attempts: [attempt.n] } }, ...others]
    }
    const ways = { fast: way, slow: way }
    const seen = way.slice(1)
    const history = [
      ...pair(1, ways),
      ...lost(rested(1, 'everything at once', seen)),
      ...lost(rested(1, 'time', seen)),
      ...pair(2, ways),
      ...lost(rested(2, 'time', seen)),
    ]
    expect(verdict(RESTS, ...history)).not.toMatchObject({ verdict: 'fail' })
  })
})

describe('polls that are refused', () => {
  const verdict = (...exchanges: Exchange[]) => verdictOf(check(REFUSED_POLLS), exchanges)
  const notRefused = { verdict: 'inconclusive', reason: 'the polls without a valid key were not refused' }

  it.each([
    ['one of them was let through', [401, 200, 401, 404]],
    ['none was tried', []],
  ])('say nothing where %s', (_, statuses) => {
    expect(verdict(...calm(), ...pollsInVain(...statuses))).toMatchObject(notRefused)
  })

  it('move a job whose pair agree, and one that is final at once while its pair were seen in several states', () => {
    const refused = pollsInVain(...REFUSED)
    const moved = { verdict: 'fail', violations: [{ case: 'while polls of it were refused' }] }
    expect(verdict(...withCause('refused polls', { first: MOVED }), ...refused)).toMatchObject(moved)
    const atOnce = { ways: BY_THE_CLOCK, first: ['succeeded'] }
    expect(verdict(...withCause('refused polls', atOnce), ...refused)).toMatchObject(moved)
    const once = { ...atOnce, second: ['generating', 'succeeded'] }
    expect(verdict(...withCause('refused polls', once), ...refused)).toMatchObject({ verdict: 'inconclusive' })
  })

  it('make the check inconclusive if they were accepted', () => {
    const history = [...withCause('refused polls', { first: MOVED }), ...pollsInVain(401, 401, 401, 200)]
    expect(verdict(...history)).toMatchObject(notRefused)
  })
})

const FAST: Role = { trio: 1, pace: 'fast' }
const SLOW: Role = { trio: 1, pace: 'slow' }
const RESTED = { trio: 1, pace: 'rested', cause: 'time', after: 0 } satisfies Role

const life = (each: Role, states: readonly string[], ended = true): Life => ({
  role: each,
  submission: 1,
  states: [...states],
  evidence: [],
  at: [0, ...states.map((_, index) => index + 1)],
  ended,
  unsure: false,
})

const [Q, G, E, S] = ['queued', 'running (generating)', 'running (enhancing)', 'succeeded']
type Ways = { fast: readonly string[]; slow?: readonly string[]; rested: readonly string[]; after?: number }
const trioOf = ({ fast, slow = fast, rested, after = 0 }: Ways): Trio => ({
  fast: life(FAST, fast),
  slow: life(SLOW, slow),
  rested: life({ ...RESTED, after }, rested),
  trio: 1,
  cause: 'time',
  after,
})

describe('the movement of a rested job', () => {
  const unfinished = fc.array(fc.constantFrom(Q!, G!, E!), { minLength: 2, maxLength: 12 })
  const waysOfTwins = unfinished.map((states) => [...states, S!])

  it('is none if it goes through the same states', () => {
    fc.assert(
      fc.property(waysOfTwins, fc.nat(), (fast, at) => {
        expect(movementIn(trioOf({ fast, rested: fast, after: at % fast.length }))).toBe('none')
      }),
      { seed: 1 },
    )
  })

  it('is `moved` only with fewer polls and a state that is new to both others', () => {
    const whole = fc.tuple(fc.array(fc.constantFrom(Q!, G!, E!), { maxLength: 12 }), fc.constantFrom(S!, 'failed'))
    const way = whole.map(([states, end]) => [...states, end])
    fc.assert(
      fc.property(way, way, way, fc.nat(4), (fast, slow, rested, after) => {
        const found = rested[after]
        const isNew = [fast, slow].every((states) => !states.slice(0, after + 1).includes(found ?? ''))
        const mayHaveMoved = fast.length === slow.length && fast.length >= 3 && rested.length < fast.length && isNew
        return mayHaveMoved || movementIn(trioOf({ fast, slow, rested, after })) !== 'moved'
      }),
      { numRuns: 200, seed: 1 },
    )
  })
})
