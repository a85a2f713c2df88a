import { describe, expect, it } from 'vitest'
import type { Cost, Phase } from '../../driving/phase.ts'
import type { Limits } from '../../wire/limits/limits.ts'
import { INTRODUCTION_COST } from '../introduction/introduction.ts'
import { phaseOf, planningOf } from './planning-for-tests.ts'
import { withinRequests } from './within-requests.ts'

const PHASES = [
  phaseOf('orders', { requests: 10, jobs: 10 }, { placesJobs: true }),
  phaseOf('reads', { requests: 20 }),
  phaseOf('a job of its own', { requests: 4, jobs: 1 }),
  phaseOf('much for many', { requests: 60 }),
  phaseOf('much for one', { requests: 50 }),
]
/** What it takes to begin with: the introduction, and the polls of its job. */
const BEGINNING = INTRODUCTION_COST.requests + 5
/** With polls, and a last look at each. */
const ALL = BEGINNING + 60 + 20 + 9 + 60 + 50

describe('what a limit on requests leaves', () => {
  const within = (limits: Limits, phases: readonly Phase[] = PHASES) => {
    const costs = new Map<Phase, Cost>(phases.map((phase) => [phase, phase.cost({} as never)]))
    return withinRequests(planningOf(phases, { 'much for many': 12 }), costs, limits)
  }
  const leftOut = (limits: Limits) => [...(within(limits)?.leftOut ?? [])].map(({ name }) => name)

  it('is everything where it suffices, or where there is none', () => {
    expect(within({})).toBeUndefined()
    expect(within({ maxRequests: ALL })).toBeUndefined()
    expect(within({ maxRequests: ALL - 1 })).toBeDefined()
  })

  it('is whole phases, those first that serve many checks at little cost; of the others the small ones come first', () => {
    expect(leftOut({ maxRequests: ALL - 40 })).toEqual(['much for one'])
    expect(leftOut({ maxRequests: BEGINNING + 90 })).toEqual(['reads', 'much for one'])
    expect(leftOut({ maxRequests: BEGINNING + 40 })).toEqual(['much for many', 'much for one'])
    expect(leftOut({ maxRequests: BEGINNING })).toEqual(PHASES.map(({ name }) => name).toSorted(byPrice))
  })

  it('is a sixth for the jobs that others wait for, and what those leave: as many as that pays for', () => {
    const [orders, reads] = PHASES
    const mostOf = (maxRequests: number) => within({ maxRequests })!.mostJobs
    expect(mostOf(BEGINNING + 108)(orders!)).toBe(3)
    expect(mostOf(BEGINNING + 120)(orders!)).toBe(5)
    expect(mostOf(BEGINNING + 120)(reads!)).toBe(Number.POSITIVE_INFINITY)
    expect(mostOf(BEGINNING + 30)(orders!)).toBe(0)
    expect(mostOf(ALL - 1)(orders!)).toBe(9)
    expect(leftOut({ maxRequests: ALL - 1 })).toEqual([])
  })

  it('leaves polls aside where they are not counted', () => {
    expect(within({ maxRequests: ALL - 4 * 12, pollsAside: true })).toBeUndefined()
    expect(within({ maxRequests: ALL - 4 * 12 - 1, pollsAside: true })).toBeDefined()
  })
})

const PRICES: Record<string, number> = {
  'much for many': 5,
  orders: 60,
  reads: 20,
  'a job of its own': 9,
  'much for one': 50,
}
const byPrice = (one: string, other: string) => PRICES[one]! - PRICES[other]!
