import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answered, polled } from '../../fixtures/histories/handwritten.ts'
import type { Exchange } from '../../runner/exchange.ts'
import {
  CAUSES,
  type Life,
  lateRest,
  lengthOf,
  livesIn,
  movementIn,
  type Role,
  roleInWords,
  roleOf,
  type Trio,
  triosIn,
  twinsAgree,
  twinsOf,
} from './lives.ts'

const FAST: Role = { trio: 1, kind: 'fast' }
const SLOW: Role = { trio: 1, kind: 'slow' }
const RESTED: Role = { trio: 1, kind: 'rested', cause: 'time', after: 0 }

const trio = fc.integer({ min: 1, max: 1000 })
const role: fc.Arbitrary<Role> = fc.oneof(
  fc.record({ trio, kind: fc.constantFrom('fast' as const, 'slow' as const) }),
  fc.record({ trio, kind: fc.constant('rested' as const), cause: fc.constantFrom(...CAUSES), after: fc.nat(1000) }),
)

describe('a role', () => {
  it('is told in words that say all of it', () => {
    fc.assert(
      fc.property(role, (each) => {
        expect(roleOf(roleInWords(each))).toEqual(each)
      }),
    )
  })

  it.each([
    undefined,
    '',
    'one more job of key A',
    'another job of key B while one rests',
    'my trio 1: fast',
    'trio 1',
  ])('is none that other words tell: %s', (words) => expect(roleOf(words)).toBeUndefined())
})

const purposeOf = (each: Role) => ({ by: 'quiet phase', part: 'submission' as const, case: roleInWords(each) })
const submitted = (each: Role, told = {}) => answered(202, { ...purposeOf(each), posted: '{}', ...told })
const poll = ({ n }: Exchange, record: unknown, told = {}) =>
  polled(record, { by: 'quiet phase', job: n, polled: `job-${n}`, ...told })

describe('the life of a job', () => {
  it('is told by its submission and its polls, up to the first that shows it final', () => {
    const submission = submitted(FAST, { at: 100 })
    const polls = [
      poll(submission, { status: 'queued', stage: null }, { at: 130 }),
      poll(submission, { status: 'running', stage: 'enhancing' }, { at: 160 }),
      poll(submission, { status: 'succeeded' }, { at: 200 }),
    ]
    const life = {
      role: FAST,
      submission: submission.n,
      states: ['queued', 'running (enhancing)', 'succeeded'],
      evidence: [submission, ...polls].map(({ n }) => n),
      at: [100, 130, 160, 200],
      ended: true,
      unsure: false,
    }
    const later = poll(submission, { status: 'running' }, { at: 900 })
    expect(livesIn([submission, ...polls, later])).toEqual([life])
    expect(lengthOf(life)).toBe(100)
  })

  it('has not ended as long as no poll shows it final', () => {
    const submission = submitted(SLOW)
    expect(livesIn([submission])).toMatchObject([{ ended: false, states: [] }])
    expect(livesIn([submission, poll(submission, { status: 'queued' })])).toMatchObject([{ ended: false }])
    expect(livesIn([submission, poll(submission, { status: 'failed' })])).toMatchObject([{ ended: true }])
  })

  it('holds no polls of other jobs, none of another key that was refused, and no other answers', () => {
    const [submission, other] = [submitted(FAST), submitted(SLOW)]
    const exchanges = [
      submission,
      other,
      poll(other, { status: 'queued' }),
      poll(submission, { status: 'queued' }),
      answered(429, { part: 'poll', job: submission.n, polled: 'x' }),
      answered(200, { part: 'poll', job: submission.n, polled: 'x', body: 'no JSON' }),
      answered(404, { part: 'observation', case: 'a poll by another account', path: '/v1/videos/x', key: 'B' }),
      poll(submission, { status: 'succeeded' }),
    ]
    expect(livesIn(exchanges).map(({ states }) => states)).toEqual([['queued', 'succeeded'], ['queued']])
  })

  it('counts a poll once that was asked again, and at the time of its last word', () => {
    const submission = submitted(FAST, { at: 0 })
    const busy = answered(429, { part: 'poll', job: submission.n, polled: 'x', at: 10 })
    const seen = poll(submission, { status: 'queued' }, { at: 20, again: { attempts: [busy.n] } })
    const superseded = poll(submission, { status: 'queued' }, { at: 30 })
    const end = poll(submission, { status: 'succeeded' }, { at: 40, again: { attempts: [superseded.n] } })
    expect(livesIn([submission, busy, seen, superseded, end])).toMatchObject([
      { states: ['queued', 'succeeded'], at: [0, 20, 40], evidence: [submission.n, seen.n, end.n] },
    ])
  })

  it('begins with a submission that was accepted', () => {
    const busy = answered(429, { ...purposeOf(FAST), posted: '{}' })
    const accepted = submitted(FAST, { again: { attempts: [busy.n] } })
    expect(livesIn([busy, accepted])).toMatchObject([{ submission: accepted.n }])
  })

  it('is none where the words are not those of a role, or nothing was submitted', () => {
    const more = answered(202, { by: 'quiet phase', part: 'submission', case: 'one more job of key A', posted: '{}' })
    expect(livesIn([more, answered(200, purposeOf(FAST))])).toEqual([])
  })
})

const life = (each: Role, states: readonly string[], ended = true): Life => ({
  role: each,
  submission: 1,
  states: [...states],
  evidence: [],
  at: [0, ...states.map((_, index) => index + 1)],
  ended,
  unsure: false,
})

describe('a trio', () => {
  const lives = [life(FAST, ['succeeded']), life(SLOW, ['succeeded'])]

  it('is a rested job beside its twins', () => {
    const all = [...lives, life(RESTED, ['succeeded']), life({ ...RESTED, after: 3, cause: 'readings' }, ['failed'])]
    expect(triosIn(all)).toMatchObject([
      { trio: 1, cause: 'time', after: 0, fast: all[0], slow: all[1], rested: all[2] },
      { trio: 1, cause: 'readings', after: 3, rested: all[3] },
    ])
  })

  it('is none where one of the three is missing, unfinished or of another trio', () => {
    const [fast, slow] = lives
    expect(triosIn(lives)).toEqual([])
    expect(triosIn([...lives, life(RESTED, ['queued'], false)])).toEqual([])
    expect(triosIn([...lives, life({ ...RESTED, trio: 2 }, ['succeeded'])])).toEqual([])
    expect(triosIn([fast!, life(RESTED, ['succeeded'])])).toEqual([])
    expect(triosIn([fast!, life(SLOW, ['queued'], false), life(RESTED, ['succeeded'])])).toEqual([])
    expect(twinsOf([slow!], 1)).toBeUndefined()
    expect(twinsOf(lives, 2)).toBeUndefined()
  })
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
  it.each<[what: string, ways: Ways, movement: ReturnType<typeof movementIn>]>([
    ['through all steps', { fast: [Q, G, S], rested: [Q, G, S] }, 'none'],
    ['to a later state', { fast: [Q, G, S], rested: [G, S] }, 'moved'],
    ['to the end', { fast: [Q, G, S], rested: [S] }, 'moved'],
    ['to a state that only one twin reached later', { fast: [Q, G, S], slow: [G, Q, S], rested: [G, S] }, 'unclear'],
    ['to a later state, with as many polls', { fast: [Q, G, S], rested: [G, G, S] }, 'unclear'],
    ['to a later state, with more polls', { fast: [Q, G, S], rested: [G, G, G, S] }, 'unclear'],
    ['with fewer polls, from the first state on', { fast: [Q, Q, G, S], rested: [Q, G, S] }, 'unclear'],
    ['to a state that the twins never showed', { fast: [Q, G, S], rested: [E, S] }, 'unclear'],
    ['to another end', { fast: [Q, Q, S], rested: ['failed'] }, 'unclear'],
    ['to another end, beside several states', { fast: [Q, G, S], rested: ['failed'] }, 'final at once'],
    ['where two polls are all', { fast: [Q, S], rested: [S] }, 'unclear'],
    ['where one poll is all', { fast: [S], rested: [S] }, 'unclear'],
    ['beside twins at odds', { fast: [Q, Q, G, S], slow: [Q, G, S], rested: [G, S] }, 'unclear'],
    ['to the end, beside twins at odds', { fast: [Q, Q, G, S], slow: [Q, G, S], rested: [S] }, 'final at once'],
    ['to the end, beside one with one state', { fast: [Q, Q, G, S], slow: [Q, S], rested: [S] }, 'unclear'],
    ['midway, to a later state', { fast: [Q, G, E, S], rested: [Q, E, S], after: 1 }, 'moved'],
    ['midway, to the end', { fast: [Q, G, E, S], rested: [Q, G, S], after: 2 }, 'moved'],
    ['midway, through all steps', { fast: [Q, G, E, S], rested: [Q, G, E, S], after: 2 }, 'none'],
    ['midway, back to an earlier state', { fast: [Q, G, E, S], rested: [Q, G, Q, S], after: 2 }, 'unclear'],
    ['midway, to a state seen before', { fast: [Q, G, Q, G, S], rested: [Q, G, G, S], after: 2 }, 'unclear'],
    ['before its rest', { fast: [Q, Q, G, E, S], rested: [Q, G, E, S], after: 2 }, 'unclear'],
    ['before its rest, which it never came to', { fast: [Q, G, E, S], rested: [S], after: 2 }, 'unclear'],
  ])('%s: %j is %s', (_, ways, movement) => {
    expect(movementIn(trioOf(ways))).toBe(movement)
  })

  const unfinished = fc.array(fc.constantFrom(Q!, G!, E!), { minLength: 2, maxLength: 12 })
  const waysOfTwins = unfinished.map((states) => [...states, S!])

  it('is none where it goes as its twins go, whatever way that is, and whenever it rests', () => {
    fc.assert(
      fc.property(waysOfTwins, fc.nat(), (fast, at) => {
        expect(movementIn(trioOf({ fast, rested: fast, after: at % fast.length }))).toBe('none')
      }),
    )
  })

  it('is no must to accuse of unless a poll fewer was needed and its state was new to both twins', () => {
    const whole = fc.tuple(fc.array(fc.constantFrom(Q!, G!, E!), { maxLength: 12 }), fc.constantFrom(S!, 'failed'))
    const way = whole.map(([states, end]) => [...states, end])
    fc.assert(
      fc.property(way, way, way, fc.nat(4), (fast, slow, rested, after) => {
        const found = rested[after]
        const isNew = [fast, slow].every((states) => !states.slice(0, after + 1).includes(found ?? ''))
        const mayHaveMoved = fast.length === slow.length && fast.length >= 3 && rested.length < fast.length && isNew
        return mayHaveMoved || movementIn(trioOf({ fast, slow, rested, after })) !== 'moved'
      }),
      { numRuns: 1000 },
    )
  })
})

describe('twins', () => {
  it.each<[fast: readonly string[], slow: readonly string[], agree: boolean]>([
    [[Q!, G!, S!], [Q!, E!, S!], true],
    [[Q!, S!], [Q!, S!], false],
    [[Q!, G!, S!], [Q!, G!, G!, S!], false],
  ])('agree by the number of their polls, three or more: %j and %j, %s', (fast, slow, agree) => {
    expect(twinsAgree(trioOf({ fast, slow, rested: [] }))).toBe(agree)
  })
})

describe('a rest midway', () => {
  const rest = (fast: readonly (string | undefined)[], slow = fast) =>
    lateRest(trioOf({ fast: fast as string[], slow: slow as string[], rested: [] }))

  it.each([
    [[Q, G, S], 1],
    [[Q, G, G, G, S], 2],
    [[Q, Q, G, G, E, E, S], 5],
    [[Q, Q, Q, S], 1],
    [[Q, G, G, E, S], 3],
  ])('of a job that goes %j begins after %i polls', (states, after) => {
    expect(rest(states)).toBe(after)
  })

  it('is not tried where the twins went different ways, or needed too few polls', () => {
    expect(rest([Q, G, S], [Q, E, S])).toBeUndefined()
    expect(rest([Q, G, S], [Q, G, G, S])).toBeUndefined()
    expect(rest([Q, S])).toBeUndefined()
  })

  it('leaves a poll before the end that finds it unfinished, in whatever way it comes there', () => {
    const states = fc.array(fc.constantFrom(Q!, G!, E!), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(states, (unfinished) => {
        const after = rest([...unfinished, S])!
        expect(after).toBeGreaterThan(0)
        expect(unfinished[after]).toBeDefined()
        expect(unfinished[after - 1] === unfinished.at(-1) || after === unfinished.length - 1).toBe(true)
      }),
    )
  })
})
