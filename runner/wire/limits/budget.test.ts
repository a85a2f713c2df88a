import { describe, expect, it } from 'vitest'
import { moneyOf } from '../../settings/prices/money.ts'
import { Budget } from './budget.ts'
import { OverBudget } from './over-budget.ts'
import { sharesOf } from './shares-for-tests.ts'
import { EnoughAccepted } from './unexpected.ts'

describe('the budget', () => {
  it('has no limit unless one is set', async () => {
    const budget = new Budget({})
    for (let n = 0; n < 1000; n++) budget.countRequest(false)
    for (let n = 0; n < 100; n++) await budget.reserveJob({ videoSeconds: 60 })
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
      'the 2 jobs that were announced are used up',
    )
  })

  it('makes no more video and sends no more requests than announced, polls aside', async () => {
    const budget = new Budget({}, { ceiling })
    ;(await budget.reserveJob({ videoSeconds: 60, isOrder: true })).keep()
    await expect(budget.reserveJob({ videoSeconds: 60, isOrder: true })).rejects.toThrow('the 100 s of video')
    for (const isPoll of [false, true, false, true, false, true]) budget.countRequest(isPoll)
    expect(() => budget.countRequest(false)).toThrow('the 3 requests that were announced are used up')
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
      'more video than was announced',
    )
    ;(await budget.reserveJob({ videoSeconds: 61, breaks: 'one' })).keep()
    await expect(budget.reserveJob({ videoSeconds: 15, breaks: 'other' })).rejects.toThrow(EnoughAccepted)
    ;(await budget.reserveJob({ videoSeconds: 5, breaks: 'other' })).keep()
  })

  it('holds nothing against a submission to be refused whose answer was lost', async () => {
    const budget = new Budget({}, { ceiling })
    for (let n = 0; n < 10; n++) (await budget.reserveJob({ videoSeconds: 60, breaks: 'one' })).keep(false)
    expect(budget.lacking({ videoSeconds: 60, isOrder: true })).toBeUndefined()
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
      /^the rest of --max-jobs 2 is kept/,
    )
    for (let n = 0; n < 10; n++) (await budget.reserveJob({ videoSeconds: 1 })).release()
    ;(await budget.reserveJob({ videoSeconds: 1 })).keep()
    await expect(budget.reserveJob({ videoSeconds: 1 })).rejects.toThrow(new OverBudget('--max-jobs', 2))
  })

  it('keeps it from what a lawful server may make a job of, too, and counts nothing that is still to be refused', async () => {
    const budget = new Budget({ maxJobs: 5 }, { stakes: true })
    const order = { videoSeconds: 1, isOrder: true }
    for (const _ of ['the first', 'the second']) (await budget.reserveJob(order)).keep()
    const refused = await budget.reserveJob({ videoSeconds: 1 })
    expect(budget.lacking(order)).toBeUndefined()
    refused.keep()
    expect(budget.lacking(order)).toBeInstanceOf(OverBudget)
    ;(await budget.reserveJob({ videoSeconds: 1, isLawful: true })).keep()
    await expect(budget.reserveJob({ videoSeconds: 1, isLawful: true })).rejects.toThrow(/is kept/)
    ;(await budget.reserveJob({ videoSeconds: 1 })).release()
  })

  it('keeps of the video and the money that others were left no less for orders', async () => {
    const shares = sharesOf({ orders: 3 }, { spare: 0, others: 3 })
    const budget = new Budget({ maxVideoSeconds: 100 }, { stakes: true, shares })
    const order = { videoSeconds: 30, by: 'orders', isOrder: true }
    ;(await budget.reserveJob(order)).keep()
    const image = { videoSeconds: 5, by: 'images', isLawful: true }
    ;(await budget.reserveJob(image)).keep()
    for (let n = 0; n < 2; n++) (await budget.reserveJob(order)).keep()
    expect(budget.spent().videoSeconds).toBe(95)
    expect(budget.lacking(image)).toBeInstanceOf(OverBudget)
  })

  it('gives a phase that was dealt less than it wanted no more, whatever comes behind it', () => {
    const { of, ...others } = sharesOf({ few: 0, orders: 2 }, { spare: 0, others: 0 })
    const dealt = new Map([...of].map(([name, share]) => [name, { ...share, isWhole: name !== 'few' }]))
    const budget = new Budget({ maxJobs: 2 }, { shares: { of: dealt, ...others } })
    expect(budget.lacking({ videoSeconds: 1, by: 'few' })).toBeInstanceOf(OverBudget)
    expect(budget.lacking({ videoSeconds: 1, by: 'orders' })).toBeUndefined()
  })

  it('gives each phase no more than its share of the jobs, and all others together what is left', async () => {
    const shares = sharesOf({ orders: 2 }, { spare: 0, others: 1 })
    const budget = new Budget({ maxJobs: 5 }, { stakes: true, shares })
    const order = (by: string) => ({ videoSeconds: 1, by, isOrder: true })
    const refused = await budget.reserveJob(order('orders'))
    expect(budget.lacking(order('orders'))).toBeUndefined()
    refused.release()
    for (const _ of ['the first', 'the second']) (await budget.reserveJob(order('orders'))).keep()
    expect(budget.lacking(order('orders'))?.message).toBe('what --max-jobs 5 leaves for it is used up')
    ;(await budget.reserveJob({ videoSeconds: 1, by: 'images', isLawful: true })).keep()
    expect(budget.lacking(order('second looks'))?.message).toBe('what --max-jobs 5 leaves for it is used up')
    ;(await budget.reserveJob({ videoSeconds: 1, by: 'images' })).release()
  })

  it('lets a second look take from those that come behind, and never from those before', async () => {
    const shares = sharesOf({ first: 1, orders: 2, last: 2 }, { spare: 1, others: 0 })
    const budget = new Budget({ maxJobs: 6 }, { shares })
    const order = (by: string) => ({ videoSeconds: 1, by, isOrder: true })
    const make = async (by: string) => (await budget.reserveJob(order(by))).keep()
    await make('last')
    for (let n = 0; n < 4; n++) await make('orders')
    for (const by of ['orders', 'last', 'another']) expect(budget.lacking(order(by)), by).toBeInstanceOf(OverBudget)
    await make('first')
    expect(budget.lacking(order('first'))).toBeInstanceOf(OverBudget)
    expect(budget.spent().jobs).toBe(6)
  })

  it('takes nothing of the shares for what others were left of the room for refusals', async () => {
    const shares = sharesOf({ orders: 3 }, { spare: 0, others: 1 })
    const budget = new Budget({ maxJobs: 5 }, { stakes: true, shares })
    ;(await budget.reserveJob({ videoSeconds: 1, by: 'images', isLawful: true })).keep()
    for (let n = 0; n < 3; n++) (await budget.reserveJob({ videoSeconds: 1, by: 'orders', isOrder: true })).keep()
    const broken = await budget.reserveJob({ videoSeconds: 1, by: 'a probe' })
    broken.keep()
    expect(budget.spent().jobs).toBe(5)
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

  it('keeps a tenth of the money', async () => {
    const budget = new Budget({ maxCost: '1' }, { stakes: true })
    const money = moneyOf('0.45')
    for (const _ of ['the first', 'the second'])
      (await budget.reserveJob({ videoSeconds: 1, money, isOrder: true })).keep()
    const cheap = { videoSeconds: 1, money: moneyOf('0.05') }
    await expect(budget.reserveJob({ ...cheap, isOrder: true })).rejects.toThrow(/^the rest of --max-cost 1 is kept/)
    ;(await budget.reserveJob(cheap)).release()
  })

  it('keeps a tenth of many jobs and seconds, and of few room for two of the usual length', async () => {
    const ordered = async (limits: { maxJobs?: number; maxVideoSeconds?: number }, stakes: boolean) => {
      const budget = new Budget(limits, { stakes })
      for (let orders = 0; ; orders++)
        if (budget.lacking({ videoSeconds: 1, isOrder: true })) return orders
        else (await budget.reserveJob({ videoSeconds: 1, isOrder: true })).keep()
    }
    expect([await ordered({ maxJobs: 40 }, false), await ordered({ maxJobs: 40 }, true)]).toEqual([40, 36])
    const seconds = { maxVideoSeconds: 40 }
    expect([await ordered(seconds, false), await ordered(seconds, true)]).toEqual([40, 30])
    expect(await ordered({ maxVideoSeconds: 200 }, true)).toBe(180)
    expect(await ordered({ maxJobs: 1 }, true)).toBe(1)
    expect(await ordered({ maxVideoSeconds: 1 }, true)).toBe(1)
  })
})
