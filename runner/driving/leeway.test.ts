import { describe, expect, it } from 'vitest'
import type { Configuration } from '../settings/configuration.ts'
import { moneyOf } from '../settings/prices/money.ts'
import type { Allowance } from '../wire/limits/allowance.ts'
import { fitsAGoodBody, fitsAnyBody, whatFits } from './leeway.ts'
import type { Prospect } from './phase.ts'

const prices = { unit: 'credits', rates: [{ perSecond: '2' }] }

const prospectWith = (refused?: Partial<Allowance>) => {
  const any = { jobs: Number.POSITIVE_INFINITY, videoSeconds: Number.POSITIVE_INFINITY }
  const leeway = { first: any, refused: { ...any, ...refused }, either: any }
  const configuration = { prices } as unknown as Configuration
  return { configuration, ...(refused && { leeway }) } as Prospect
}

/** Of bodies of so many seconds, those that fit. */
const fitting = (refused?: Partial<Allowance>) =>
  [0, 1, 2.5, 5, 61].filter((duration) => whatFits(prospectWith(refused), 'refused')(JSON.stringify({ duration })))

describe('what has to be refused', () => {
  it('is as large as it likes where nothing is bounded', () => {
    expect(fitting()).toEqual([0, 1, 2.5, 5, 61])
    expect(fitting({ jobs: 1 })).toEqual([0, 1, 2.5, 5, 61])
  })

  it('finds no room without that of a job', () => {
    expect(fitting({ jobs: 0 })).toEqual([])
  })

  it('is no larger than the seconds or the money that are left', () => {
    expect(fitting({ videoSeconds: 3 })).toEqual([0, 1, 2.5])
    expect(fitting({ money: moneyOf('10') })).toEqual([0, 1, 2.5, 5])
    expect(whatFits(prospectWith({ videoSeconds: 3 }), 'refused')('{"prompt":"of usual length"}')).toBe(false)
  })

  it('asks for a second where the rest of it is good, and else perhaps for nothing', () => {
    const prospect = prospectWith({ videoSeconds: 0.5 })
    expect([fitsAnyBody(prospect, 'refused'), fitsAGoodBody(prospect)]).toEqual([true, false])
    expect(fitsAGoodBody(prospectWith({ videoSeconds: 1 }))).toBe(true)
  })
})
