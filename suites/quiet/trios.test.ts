import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Life, lateRest, movementIn, type Trio, triosIn, twinsAgree, twinsOf } from './lives.ts'
import type { Role } from './marks.ts'
import { FAST, RESTED, SLOW } from './roles-for-tests.ts'

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
      { seed: 1 },
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
      { numRuns: 1000, seed: 1 },
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
      { seed: 1 },
    )
  })
})
