import { describe, expect, it } from 'vitest'
import { Budget } from './budget.ts'
import { LeewayTooSmall } from './shares.ts'
import { sharesOf } from './shares-for-tests.ts'

describe('the budget, asked for what has to be refused where limits are dealt out', () => {
  const leeway = {
    first: { jobs: 8, videoSeconds: 80 },
    refused: { jobs: 2, videoSeconds: 10 },
    either: { jobs: 1, videoSeconds: 5 },
  }
  const shares = sharesOf({ orders: 6 }, { spare: 0, others: 1, leeway })
  const budgetOf = () => new Budget({ maxJobs: 9, maxVideoSeconds: 90 }, { stakes: true, shares })

  it('sends nothing larger than what orders leave, however much is free at the moment', async () => {
    const budget = budgetOf()
    ;(await budget.reserveJob({ videoSeconds: 10 })).release()
    await expect(budget.reserveJob({ videoSeconds: 11 })).rejects.toThrow(
      'what --max-video-seconds 90 leaves for what has to be refused is too little for it',
    )
    await expect(budget.reserveJob({ videoSeconds: 6, isLawful: true })).rejects.toBeInstanceOf(LeewayTooSmall)
  })

  it('has all of it for what comes before jobs, and says at once what is too large', async () => {
    const budget = budgetOf()
    const bad = (videoSeconds: number) => budget.reserveJob({ videoSeconds, by: 'bad bodies' })
    const underWay = await bad(80)
    await expect(bad(81)).rejects.toBeInstanceOf(LeewayTooSmall)
    underWay.release()
  })

  it('goes on with what was unclear, as an answer of a gateway, and with what was taken on', async () => {
    const budget = budgetOf()
    for (let n = 0; n < 3; n++) (await budget.reserveJob({ videoSeconds: 1, by: 'bad bodies' })).keep()
    ;(await budget.reserveJob({ videoSeconds: 10 })).release()
  })
})
