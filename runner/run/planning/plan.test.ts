import { describe, expect, it } from 'vitest'
import type { Phase, Prospect } from '../../driving/phase.ts'
import { configure } from '../../settings/configuration.ts'
import { targetOf } from '../../settings/target.ts'
import { costsOf } from './plan.ts'
import { planningOf } from './planning-for-tests.ts'

const prospect: Prospect = {
  target: targetOf('https://server.test/v1'),
  configuration: configure({}, false),
  keys: ['A'],
  lengthOf: () => 20,
  jobs: 1,
  visited: 1,
  succeeding: 1,
}

const making = (jobs: number, more: Partial<Phase> = {}, failing = 0): Phase => ({
  name: `makes ${jobs} jobs`,
  cost: () => ({ requests: jobs, jobs, failing }),
  drive: async () => undefined,
  ...more,
})

const seen: Phase = {
  name: 'a visitor',
  cost: ({ jobs, visited, succeeding }) => ({ requests: jobs * 10_000 + visited * 100 + succeeding }),
  drive: async () => undefined,
}

/** What the visitor is told, beside these phases. */
const toldBeside = (...phases: Phase[]) => {
  const { requests } = costsOf(planningOf([seen, ...phases]), prospect).get(seen)!
  return { jobs: Math.floor(requests / 10_000), visited: Math.floor(requests / 100) % 100, succeeding: requests % 100 }
}

describe('whoever visits jobs', () => {
  it('meets the first one alone, where no others are placed for visitors', () => {
    expect(toldBeside(making(6), making(3, { alone: true }))).toEqual({ jobs: 10, visited: 1, succeeding: 1 })
  })

  it('meets all that are made beside those that are placed, and none that come later', () => {
    const later = [making(3, { alone: true }), making(4, { last: true }), making(2, { afterPlacing: true })]
    const placed = making(5, { placesJobs: true })
    expect(toldBeside(placed, making(6), ...later)).toEqual({ jobs: 21, visited: 12, succeeding: 12 })
  })

  it('meets some that do not succeed', () => {
    const told = toldBeside(making(5, { placesJobs: true }), making(6, {}, 4))
    expect(told).toEqual({ jobs: 12, visited: 12, succeeding: 8 })
  })

  it('meets no more than a limit allows', () => {
    const limited = { ...prospect, configuration: configure({ maxJobs: 3 }, false) }
    const { requests } = costsOf(planningOf([seen, making(5, { placesJobs: true })]), limited).get(seen)!
    expect(requests).toBe(30_303)
  })
})
