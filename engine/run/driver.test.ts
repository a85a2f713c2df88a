import { describe, expect, it } from 'vitest'
import type { Amount } from '../http/limits/amount.ts'
import type { RunContext } from './context.ts'
import { Driver } from './driver.ts'

function driverAt(now: () => number): Driver {
  return new Driver({ name: 'a phase' }, {
    client: { now },
    configuration: { deadlineMs: 100 },
    resumedAt: 0,
  } as unknown as RunContext)
}

describe('a share of the jobs', () => {
  const AS_LONG = {
    nameOf: (seconds: string) => `of ${seconds} s`,
    bodyOf: (duration: string) => `{"duration":${duration}}`,
  }
  const drivenWith = (share: Amount) => {
    const gaps: object[] = []
    const context = {
      ...{ configuration: { maxJobs: 5 }, client: { now: () => 0 } },
      shares: new Map([['orders', share]]),
      limit: { option: '--max-video-seconds', most: 9 },
      history: { append: (entry: object) => gaps.push(entry) },
    }
    return { driver: new Driver({ name: 'orders' }, context as unknown as RunContext), gaps }
  }

  it('makes jobs cheaper before it omits some, and keeps the first ones long if they fit', () => {
    const { driver, gaps } = drivenWith({ jobs: 4, videoSeconds: 12, money: undefined })
    const brief = { ...AS_LONG, cheaper: () => '1' }
    expect(driver.withinShare(['60', '5', '3', '2'], brief)).toEqual(['1', '5', '3', '2'])
    expect(gaps).toMatchObject([{ case: 'of 60 s' }])
  })

  it('contains the first jobs that fit; the others are recorded as not tested', () => {
    const { driver, gaps } = drivenWith({ jobs: 2, videoSeconds: 12, money: undefined })
    expect(driver.withinShare(['5', '60', '3', '1'], AS_LONG)).toEqual(['5', '3'])
    const why = '--max-video-seconds 9 is too low for this check'
    const cause = { kind: 'limit', options: ['--max-video-seconds'] }
    expect(gaps).toEqual([
      { kind: 'gap', by: 'orders', case: 'of 60 s', why, cause },
      { kind: 'gap', by: 'orders', case: 'of 1 s', why, cause },
    ])
  })
})

describe('time', () => {
  it('suffices for the first case, however late', () => {
    const driver = driverAt(() => 90)
    expect([...driver.asTimeAllows(['plain', 'odd', 'odder'])]).toEqual(['plain'])
    expect(driver.hasLeftOut).toBe(true)
  })

  it('may run out between cases', () => {
    let now = 0
    const driver = driverAt(() => now)
    const tried: string[] = []
    for (const each of driver.asTimeAllows(['plain', 'odd', 'odder'])) {
      tried.push(each)
      now += 40
    }
    expect(tried).toEqual(['plain', 'odd'])
    expect(driver.hasLeftOut).toBe(true)
  })

  it('is to spare in the first part of the deadline only', () => {
    expect(driverAt(() => 30).hasTimeToSpare()).toBe(true)
    const late = driverAt(() => 60)
    expect(late.hasTimeToSpare()).toBe(false)
    expect(late.hasLeftOut).toBe(true)
  })
})
