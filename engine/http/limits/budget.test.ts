import { describe, expect, it } from 'vitest'
import { moneyOf } from '../../config/prices/money.ts'
import { Budget } from './budget.ts'
import { OverBudget } from './over-budget.ts'
import { sharesOf } from './shares-for-tests.ts'
import { EnoughAccepted } from './unexpected.ts'

describe('the budget', () => {
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

  it('counts a job from its sending until the server says no, once', async () => {
    const budget = new Budget({ maxJobs: 1 })
    const place = await budget.reserveJob({ videoSeconds: 5 })
    expect(budget.lacking({ videoSeconds: 1 })).toEqual(new OverBudget('--max-jobs', 1))
    place.release()
    place.release()
    expect(budget.spent()).toEqual({ requests: 0, jobs: 0, videoSeconds: 0 })
    expect(budget.lacking({ videoSeconds: 1 })).toBeUndefined()
  })

  it('lets a submission wait for the one that takes up the last place until that is refused, or has become a job', async () => {
    const budget = new Budget({ maxJobs: 1 })
    const first = await budget.reserveJob({ videoSeconds: 5 })
    const second = budget.reserveJob({ videoSeconds: 5 })
    first.release()
    const place = await second
    const third = budget.reserveJob({ videoSeconds: 5 })
    place.keep()
    await expect(third).rejects.toThrow(new OverBudget('--max-jobs', 1))
    expect(budget.spent().jobs).toBe(1)
  })

  it('counts seconds of video, with fractions', async () => {
    const budget = new Budget({ maxVideoSeconds: 6 })
    for (const seconds of [2.5, 3.5]) (await budget.reserveJob({ videoSeconds: seconds })).keep()
    expect(budget.lacking({ videoSeconds: 0.1 })).toBeInstanceOf(OverBudget)
    expect(budget.lacking({ videoSeconds: 0 })).toBeUndefined()
    await expect(budget.reserveJob({ videoSeconds: 1 })).rejects.toThrow(
      expect.objectContaining({ option: '--max-video-seconds', message: '--max-video-seconds 6 is used up' }),
    )
    expect(budget.spent().jobs).toBe(2)
  })

  it('makes no job beyond --max-cost', async () => {
    const budget = new Budget({ maxCost: '1' })
    const job = { videoSeconds: 1, money: moneyOf('0.45') }
    for (const _ of [1, 2]) (await budget.reserveJob(job)).keep()
    await expect(budget.reserveJob(job)).rejects.toThrow(new OverBudget('--max-cost', '1'))
  })

  const ceiling = {
    ...{ requests: 3, jobs: 4, videoSeconds: 100, orders: 2 },
    unexpected: { ofEach: 1, jobs: 2, longerSeconds: 60 },
  }

  it('makes no more jobs that are meant to be made than announced', async () => {
    const budget = new Budget({}, { ceiling })
    const refused = await budget.reserveJob({ videoSeconds: 5, isOrder: true })
    refused.release()
    for (const _ of [1, 2]) (await budget.reserveJob({ videoSeconds: 5, isOrder: true })).keep()
    await expect(budget.reserveJob({ videoSeconds: 5, isOrder: true })).rejects.toThrow(
      'the planned 2 jobs are used up',
    )
  })

  it('makes no more video and sends no more requests than announced, polls aside', async () => {
    const budget = new Budget({}, { ceiling })
    ;(await budget.reserveJob({ videoSeconds: 60, isOrder: true })).keep()
    await expect(budget.reserveJob({ videoSeconds: 60, isOrder: true })).rejects.toThrow('the planned 100 s of video')
    for (const isPoll of [false, true, false, true, false, true]) budget.countRequest(isPoll)
    expect(() => budget.countRequest(false)).toThrow('the planned 3 requests are used up')
    budget.countRequest(true)
  })

  it('sends no more of a clause whose submission was accepted, and one at a time before', async () => {
    const budget = new Budget({}, { ceiling })
    const first = await budget.reserveJob({ videoSeconds: 5, breaks: 'one' })
    let isSecondSent = false
    const second = budget.reserveJob({ videoSeconds: 5, breaks: 'one' }).then((place) => {
      isSecondSent = true
      return place
    })
    const other = await budget.reserveJob({ videoSeconds: 5, breaks: 'other' })
    expect(isSecondSent).toBe(false)
    first.release()
    ;(await second).keep()
    await expect(budget.reserveJob({ videoSeconds: 5, breaks: 'one' })).rejects.toThrow('already failed')
    other.keep()
    await expect(budget.reserveJob({ videoSeconds: 5, breaks: 'a third' })).rejects.toThrow('accepted 2 submissions')
  })

  it('sends no submission to be refused whose video was not announced', async () => {
    const budget = new Budget({}, { ceiling })
    await expect(budget.reserveJob({ videoSeconds: 66, breaks: 'one' })).rejects.toThrow(
      'exceed the planned seconds of video',
    )
    ;(await budget.reserveJob({ videoSeconds: 61, breaks: 'one' })).keep()
    await expect(budget.reserveJob({ videoSeconds: 15, breaks: 'other' })).rejects.toThrow(EnoughAccepted)
    ;(await budget.reserveJob({ videoSeconds: 5, breaks: 'other' })).keep()
  })

  it('goes on with what was spent before', async () => {
    const behind = { requests: 7, polls: 3, jobs: 2, videoSeconds: 10, orders: new Map([['orders', 2]]), money: 0n }
    const budget = new Budget(
      { maxJobs: 3, maxRequests: 8 },
      { behind, ceiling: { ...ceiling, requests: 100, orders: 3 } },
    )
    expect(budget.spent()).toEqual({ requests: 7, jobs: 2, videoSeconds: 10 })
    const last = await budget.reserveJob({ videoSeconds: 5, isOrder: true })
    last.keep()
    await expect(budget.reserveJob({ videoSeconds: 5, isOrder: true })).rejects.toThrow(OverBudget)
    budget.countRequest(false)
    expect(() => budget.countRequest(false)).toThrow(OverBudget)
    const aside = new Budget({ maxRequests: 8, pollsAside: true }, { behind })
    for (let n = 0; n < 4; n++) aside.countRequest(false)
    expect(() => aside.countRequest(false)).toThrow(OverBudget)
  })

  it('keeps a job for what has to be refused, where there is such a thing, and the first order before that', async () => {
    const budget = new Budget({ maxJobs: 2 }, { stakes: true })
    ;(await budget.reserveJob({ videoSeconds: 1, isOrder: true })).keep()
    await expect(budget.reserveJob({ videoSeconds: 1, isOrder: true })).rejects.toThrow(
      /^the rest of --max-jobs 2 is reserved/,
    )
    for (let n = 0; n < 10; n++) (await budget.reserveJob({ videoSeconds: 1 })).release()
    ;(await budget.reserveJob({ videoSeconds: 1 })).keep()
    await expect(budget.reserveJob({ videoSeconds: 1 })).rejects.toThrow(new OverBudget('--max-jobs', 2))
  })

  it('gives each phase no more than its share of the jobs, and all others together what is left', async () => {
    const shares = sharesOf({ orders: 2 }, { spare: 0, others: 1 })
    const budget = new Budget({ maxJobs: 5 }, { stakes: true, shares })
    const order = (by: string) => ({ videoSeconds: 1, by, isOrder: true })
    const refused = await budget.reserveJob(order('orders'))
    expect(budget.lacking(order('orders'))).toBeUndefined()
    refused.release()
    for (const _ of ['the first', 'the second']) (await budget.reserveJob(order('orders'))).keep()
    expect(budget.lacking(order('orders'))?.message).toBe('--max-jobs 5 is too low for this check')
    ;(await budget.reserveJob({ videoSeconds: 1, by: 'images', isLawful: true })).keep()
    expect(budget.lacking(order('second looks'))?.message).toBe('--max-jobs 5 is too low for this check')
    ;(await budget.reserveJob({ videoSeconds: 1, by: 'images' })).release()
  })

  it('knows what a phase has made of its share before a run went on', async () => {
    const behind = {
      ...{ requests: 3, polls: 0, jobs: 2, videoSeconds: 2, money: 0n },
      orders: new Map([['orders', 2]]),
    }
    const shares = sharesOf({ first: 1, orders: 2 }, { spare: 0, others: 0 })
    const budget = new Budget({ maxJobs: 3 }, { behind, shares })
    expect(budget.lacking({ videoSeconds: 1, by: 'orders' })).toBeInstanceOf(OverBudget)
    expect(budget.lacking({ videoSeconds: 1, by: 'first' })).toBeUndefined()
  })
})
