import { describe, expect, it } from 'vitest'
import { Budget, OverBudget } from './budget.ts'

describe('the budget', () => {
  it('has no limit unless one is set', () => {
    const budget = new Budget({})
    for (let n = 0; n < 1000; n++) budget.countRequest(false)
    for (let n = 0; n < 100; n++) budget.reserveJob(60)
    expect(budget.spent()).toEqual({ requests: 1000, jobs: 100, videoSeconds: 6000 })
  })

  it('lets exactly as many requests go as it is told', () => {
    const budget = new Budget({ maxRequests: 2 })
    budget.countRequest(false)
    budget.countRequest(true)
    expect(() => budget.countRequest(true)).toThrow(new OverBudget('--max-requests', 2))
    expect(budget.spent().requests).toBe(2)
  })

  it('keeps requests for the polls of unfinished jobs, but never more than half', () => {
    const budget = new Budget({ maxRequests: 10 })
    budget.keepForPolls(100)
    for (let n = 0; n < 5; n++) budget.countRequest(false)
    expect(() => budget.countRequest(false)).toThrow(OverBudget)
    for (let n = 0; n < 5; n++) budget.countRequest(true)
    expect(() => budget.countRequest(true)).toThrow(OverBudget)
  })

  it('frees what was kept once the jobs have ended', () => {
    const budget = new Budget({ maxRequests: 4 })
    budget.keepForPolls(2)
    budget.countRequest(false)
    budget.countRequest(false)
    expect(() => budget.countRequest(false)).toThrow(OverBudget)
    budget.keepForPolls(0)
    budget.countRequest(false)
    expect(budget.spent().requests).toBe(3)
  })

  it('counts a job from its sending until the server says no, once', () => {
    const budget = new Budget({ maxJobs: 1 })
    const place = budget.reserveJob(5)
    expect(budget.lacking(1)).toEqual(new OverBudget('--max-jobs', 1))
    expect(() => budget.reserveJob(1)).toThrow(new OverBudget('--max-jobs', 1))
    place.release()
    place.release()
    expect(budget.spent()).toEqual({ requests: 0, jobs: 0, videoSeconds: 0 })
    expect(budget.lacking(1)).toBeUndefined()
  })

  it('counts seconds of video, with fractions', () => {
    const budget = new Budget({ maxVideoSeconds: 6 })
    budget.reserveJob(2.5)
    budget.reserveJob(3.5)
    expect(budget.lacking(0.1)).toBeInstanceOf(OverBudget)
    expect(budget.lacking(0)).toBeUndefined()
    expect(() => budget.reserveJob(1)).toThrow(
      expect.objectContaining({ option: '--max-video-seconds', message: '--max-video-seconds 6 is used up' }),
    )
    expect(budget.spent().jobs).toBe(2)
  })
})
