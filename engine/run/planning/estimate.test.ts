import { describe, expect, it } from 'vitest'
import { configure, type Wishes } from '../../config/configuration.ts'
import { targetOf } from '../../config/target.ts'
import type { Cost, Phase } from '../phase.ts'
import { secondsAt, throughputAt } from './estimate.ts'
import { planRun } from './plan.ts'

const phase = (name: string, cost: Cost, more: Partial<Phase> = {}): Phase => ({
  name,
  max: () => cost,
  drive: async () => undefined,
  ...more,
})

function planned(phases: readonly Phase[], wishes: Wishes = {}) {
  const configuration = configure({ seed: 1, pollIntervalMs: 1000, ...wishes }, false)
  const input = { target: targetOf('https://api.test/v1'), configuration, keys: [], lengthOf: () => 20, jobs: 1 }
  return planRun({ planned: [], input, besides: phases })
}

/** Seconds beyond discovery, the first job and its last poll. */
const added = (phases: readonly Phase[], pace: Parameters<typeof secondsAt>[0], wishes?: Wishes) =>
  secondsAt(pace, planned(phases, wishes), 1e9) - secondsAt(pace, planned([], wishes), 1e9)

describe('the estimate of a duration', () => {
  const many = Array.from({ length: 100 }, (_, index) => phase(`probes ${index}`, { requests: 10 }))

  it('follows the allowed rate, or a lower --rate', () => {
    const pace = { answerMs: 20, polls: 0, perSecond: 4 }
    expect(secondsAt(pace, planned(many), 1e9)).toBeCloseTo((1000 + 7) / 4, 0)
    expect(secondsAt(pace, planned(many, { rate: 2 }), 1e9)).toBeCloseTo((1000 + 7) / 2, 0)
    expect(throughputAt(pace, planned(many).input.configuration)).toBe(4)
  })

  it('counts requests in parallel, but those of one phase one after another', () => {
    const pace = { answerMs: 70, polls: 0 }
    expect(added(many, pace, { maxJobs: 0 })).toBeCloseTo(1000 * 0.01, 0)
    expect(added([phase('one', { requests: 1000 })], pace, { maxJobs: 0 })).toBeCloseTo(1000 * 0.07, 0)
  })

  it('runs jobs in as many rounds as the capacity requires', () => {
    const jobs = [phase('jobs', { requests: 5, jobs: 5 }, { stage: 'jobs' })]
    const at = (capacity: number) => secondsAt({ answerMs: 0, polls: 11, capacity }, planned(jobs), 1e9)
    expect(at(1) - at(6)).toBeCloseTo(50, 0)
    expect(at(3) - at(6)).toBeCloseTo(10, 0)
  })

  it('adds quiet phases, with the time that they wait', () => {
    const quiet = phase('quiet', { requests: 10 }, { stage: 'quiet', lasts: (_, { answerMs }) => 30_000 + answerMs })
    expect(added([quiet], { answerMs: 10, polls: 1 })).toBeCloseTo(30, 0)
  })
})
