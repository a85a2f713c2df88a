import { describe, expect, it } from 'vitest'
import { moneyOf } from '../../config/prices/money.ts'
import { asNotTested } from '../../run/not-tested.ts'
import { Budget, type Ceiling } from './budget.ts'
import { EnoughAccepted, OverBudget } from './over-budget.ts'

describe('the budget', () => {
  it('allows exactly as many requests as --max-requests', () => {
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

  it('counts a submission until the server refuses it', async () => {
    const budget = new Budget({ maxJobs: 1 })
    const place = await budget.reserveJob({ videoSeconds: 5 })
    expect(budget.lacking({ videoSeconds: 1 })).toEqual(new OverBudget('--max-jobs', 1))
    place.release()
    place.release()
    expect(budget.spent()).toEqual({ requests: 0, jobs: 0, videoSeconds: 0 })
    expect(budget.lacking({ videoSeconds: 1 })).toBeUndefined()
  })

  it('makes a submission wait while another one holds the last job', async () => {
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

  it('submits no job beyond --max-cost', async () => {
    const budget = new Budget({ maxCost: '1' })
    const job = { videoSeconds: 1, money: moneyOf('0.45') }
    for (const _ of [1, 2]) (await budget.reserveJob(job)).keep()
    await expect(budget.reserveJob(job)).rejects.toThrow(new OverBudget('--max-cost', '1'))
  })

  const ceiling: Ceiling = {
    requests: 3,
    planned: new Map([['orders', { jobs: 2, videoSeconds: 65, money: 0n }]]),
    unexpected: { ofEachClause: 1, most: { jobs: 2, videoSeconds: 70, money: 0n } },
  }
  const order = { videoSeconds: 5, by: 'orders' }
  const refusable = (clause: string, videoSeconds = 5) => ({ videoSeconds, clause, isPlanned: false })

  it('submits no more planned jobs than the plan and its reserve allow', async () => {
    const budget = new Budget({}, { ceiling })
    const refused = await budget.reserveJob(order)
    refused.release()
    for (const _ of ['own', 'own', 'reserve', 'reserve']) (await budget.reserveJob(order)).keep()
    await expect(budget.reserveJob(order)).rejects.toThrow('the planned jobs are used up')
  })

  it('requests no more seconds of video and sends no more requests than planned, polls aside', async () => {
    const budget = new Budget({}, { ceiling })
    for (const _ of ['own', 'reserve']) (await budget.reserveJob({ ...order, videoSeconds: 60 })).keep()
    await expect(budget.reserveJob({ ...order, videoSeconds: 60 })).rejects.toThrow('the planned jobs are used up')
    for (const isPoll of [false, true, false, true, false, true]) budget.countRequest(isPoll)
    expect(() => budget.countRequest(false)).toThrow('the planned 3 requests are used up')
    budget.countRequest(true)
  })

  it('sends one submission of a clause at a time, and none after one was accepted', async () => {
    const budget = new Budget({}, { ceiling })
    const first = await budget.reserveJob(refusable('one'))
    let isSecondSent = false
    const second = budget.reserveJob(refusable('one')).then((place) => {
      isSecondSent = true
      return place
    })
    const other = await budget.reserveJob(refusable('other'))
    expect(isSecondSent).toBe(false)
    first.release()
    ;(await second).keep()
    await expect(budget.reserveJob(refusable('one'))).rejects.toThrow('already failed')
    other.keep()
    await expect(budget.reserveJob(refusable('a third'))).rejects.toThrow(EnoughAccepted)
  })

  it('does not count a lost response as an accepted submission without a limit', async () => {
    const budget = new Budget({}, { ceiling })
    for (let n = 0; n < 5; n++) (await budget.reserveJob(refusable('one'))).keep(false)
    expect(budget.spent().jobs).toBe(5)
    const limited = new Budget({ maxJobs: 9 }, { ceiling: { ...ceiling, limit: { option: '--max-jobs', most: 9 } } })
    for (const _ of [1, 2]) (await limited.reserveJob(refusable('one'))).keep(false)
    await expect(limited.reserveJob(refusable('one'))).rejects.toThrow(EnoughAccepted)
  })

  it('sends no probe that asks for more video than planned', async () => {
    const budget = new Budget({}, { ceiling })
    await expect(budget.reserveJob(refusable('one', 71))).rejects.toThrow('exceed the planned seconds of video')
    ;(await budget.reserveJob(refusable('one', 61))).keep()
    await expect(budget.reserveJob(refusable('other', 15))).rejects.toThrow(EnoughAccepted)
    ;(await budget.reserveJob(refusable('other', 5))).keep()
  })

  it('names the limit that is too low for a probe, or for a phase', async () => {
    const limit = { option: '--max-video-seconds', most: 80 } as const
    const budget = new Budget({ maxVideoSeconds: 80 }, { ceiling: { ...ceiling, limit } })
    await expect(budget.reserveJob(refusable('one', 71))).rejects.toThrow(
      '--max-video-seconds 80 is too low for this probe',
    )
    for (const _ of ['own', 'own', 'reserve', 'reserve']) (await budget.reserveJob(order)).keep()
    expect(budget.lacking(order)?.message).toBe('--max-video-seconds 80 is too low for this check')
  })

  it('names no limit that the user did not set', async () => {
    const limit = { option: '--max-requests', most: 500 } as const
    for (const limits of [{}, { maxRequests: 500 }, { maxJobs: 9 }]) {
      const budget = new Budget(limits, { ceiling: { ...ceiling, ...('maxRequests' in limits && { limit }) } })
      await expect(budget.reserveJob(refusable('one', 71))).rejects.toThrow(
        'it would exceed the planned seconds of video',
      )
      if ('maxJobs' in limits) continue
      for (const _ of ['own', 'own', 'reserve', 'reserve']) (await budget.reserveJob(order)).keep()
      expect(() => asNotTested(budget.lacking(order))).toThrow(/^the planned jobs are used up$/)
    }
  })

  it('keeps the reserve of a limit for probes', async () => {
    const limit = { option: '--max-jobs', most: 4 } as const
    const unexpected = { ...ceiling.unexpected, reserved: ceiling.unexpected.most }
    const budget = new Budget({ maxJobs: 4 }, { ceiling: { ...ceiling, unexpected, limit } })
    for (const _ of ['own', 'own']) (await budget.reserveJob(order)).keep()
    await expect(budget.reserveJob(order)).rejects.toThrow('--max-jobs 4 is too low for this check')
    ;(await budget.reserveJob(refusable('one'))).keep()
    expect(budget.lacking({ ...order, confirms: true })).toBeUndefined()
  })

  it('continues with the amounts of an interrupted run', async () => {
    const spent = { requests: 7, polls: 3, sentAgain: 0, jobs: 2, videoSeconds: 10, money: 0n }
    const before = { ...spent, planned: new Map([['orders', 2]]), acceptedOf: new Map() }
    const budget = new Budget({ maxJobs: 3, maxRequests: 8 }, { before, ceiling: { ...ceiling, requests: 100 } })
    expect(budget.spent()).toEqual({ requests: 7, jobs: 2, videoSeconds: 10 })
    ;(await budget.reserveJob(order)).keep()
    await expect(budget.reserveJob(order)).rejects.toThrow(new OverBudget('--max-jobs', 3))
    budget.countRequest(false)
    expect(() => budget.countRequest(false)).toThrow(OverBudget)
    const aside = new Budget({ maxRequests: 8, pollsAside: true }, { before })
    for (let n = 0; n < 4; n++) aside.countRequest(false)
    expect(() => aside.countRequest(false)).toThrow(OverBudget)
  })
})
