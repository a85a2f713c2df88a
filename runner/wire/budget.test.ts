import { describe, expect, it } from 'vitest'
import { Budget, OverBudget } from './budget.ts'

describe('the budget', () => {
  it('has no limit unless one is set', async () => {
    const budget = new Budget({})
    for (let n = 0; n < 1000; n++) budget.countRequest(false)
    for (let n = 0; n < 100; n++) await budget.reserveJob(60)
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

  it('counts a job from its sending until the server says no, once', async () => {
    const budget = new Budget({ maxJobs: 1 })
    const place = await budget.reserveJob(5)
    expect(budget.lacking(1)).toEqual(new OverBudget('--max-jobs', 1))
    place.release()
    place.release()
    expect(budget.spent()).toEqual({ requests: 0, jobs: 0, videoSeconds: 0 })
    expect(budget.lacking(1)).toBeUndefined()
  })

  it('lets a submission wait for the one that takes up the last place until that is refused, or has become a job', async () => {
    const budget = new Budget({ maxJobs: 1 })
    const first = await budget.reserveJob(5)
    const second = budget.reserveJob(5)
    first.release()
    const place = await second
    const third = budget.reserveJob(5)
    place.keep()
    await expect(third).rejects.toThrow(new OverBudget('--max-jobs', 1))
    expect(budget.spent().jobs).toBe(1)
  })

  it('counts seconds of video, with fractions', async () => {
    const budget = new Budget({ maxVideoSeconds: 6 })
    for (const seconds of [2.5, 3.5]) (await budget.reserveJob(seconds)).keep()
    expect(budget.lacking(0.1)).toBeInstanceOf(OverBudget)
    expect(budget.lacking(0)).toBeUndefined()
    await expect(budget.reserveJob(1)).rejects.toThrow(
      expect.objectContaining({ option: '--max-video-seconds', message: '--max-video-seconds 6 is used up' }),
    )
    expect(budget.spent().jobs).toBe(2)
  })
})
