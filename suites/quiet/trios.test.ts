import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Role } from './marks.ts'
import { FAST, RESTED, SLOW } from './roles-for-tests.ts'
import { type Life, movementIn, type Trio } from './trios.ts'

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
      { numRuns: 200, seed: 1 },
    )
  })
})
