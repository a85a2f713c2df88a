import { describe, expect, it } from 'vitest'
import { phaseOf } from './planning-for-tests.ts'
import { placing, type Schedule, withLast } from './schedule.ts'

const [reads, visits, quiet, ends] = ['reads', 'visits', 'quiet', 'ends'].map((name) => phaseOf(name, { requests: 1 }))
const schedule: Schedule = {
  ...{ phases: [reads!, visits!, quiet!, ends!], servedBy: new Map(), jobsAreScarce: false },
  ...{ beside: [reads!, visits!], alone: [quiet!, ends!] },
}

it('waits for one job more only where others place theirs', () => {
  const orders = phaseOf('orders', { requests: 9, jobs: 9 }, { placesJobs: true })
  const twin = phaseOf('twin', { requests: 1, jobs: 1 }, { placesOne: true })
  const late = phaseOf('late', { requests: 1, jobs: 1 }, { placesJobs: true, alone: true })
  expect(placing([orders, reads!, twin, late])).toEqual([orders, twin])
  expect(placing([reads!, twin, late])).toEqual([])
})

describe('what may not come to its end', () => {
  it('goes behind all others, in the order that is said', () => {
    const { beside, alone } = withLast(schedule, new Set(['quiet', 'reads']))
    expect({ beside, alone }).toEqual({ beside: [visits], alone: [ends, quiet, reads] })
  })

  it('is nothing as a rule', () => {
    expect(withLast(schedule, new Set())).toBe(schedule)
  })
})
