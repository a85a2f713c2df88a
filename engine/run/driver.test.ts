import { describe, expect, it } from 'vitest'
import type { Amount } from '../http/limits/amount.ts'
import type { Shared } from './controls.ts'
import { Driver } from './driver.ts'

/** A drive that looks at a clock of ours, and at nothing else. */
function driveAt(now: () => number): Driver {
  return new Driver({ name: 'a phase' }, {
    client: { now },
    configuration: { deadlineMs: 100 },
    resumedAt: 0,
  } as unknown as Shared)
}

describe('a share of the jobs', () => {
  const AS_LONG = {
    nameOf: (seconds: string) => `of ${seconds} s`,
    bodyOf: (duration: string) => `{"duration":${duration}}`,
  }
  const drivenWith = (share: Amount) => {
    const gaps: object[] = []
    const shared = {
      ...{ configuration: { maxJobs: 5 }, client: { now: () => 0 } },
      shares: new Map([['orders', share]]),
      limit: { option: '--max-video-seconds', most: 9 },
      history: { append: (entry: object) => gaps.push(entry) },
    }
    return { drive: new Driver({ name: 'orders' }, shared as unknown as Shared), gaps }
  }

  it('holds the first of what is wished for that fits, and the rest is told', () => {
    const { drive, gaps } = drivenWith({ jobs: 2, videoSeconds: 12, money: undefined })
    expect(drive.withinShare(['5', '60', '3', '1'], AS_LONG)).toEqual(['5', '3'])
    const why = '--max-video-seconds 9 is too low for this check'
    const cause = { kind: 'limit', options: ['--max-video-seconds'] }
    expect(gaps).toEqual([
      { kind: 'gap', by: 'orders', case: 'of 60 s', why, cause },
      { kind: 'gap', by: 'orders', case: 'of 1 s', why, cause },
    ])
  })
})

describe('time', () => {
  it('is there for the first of a kind, however late, and what is left out is told', () => {
    const drive = driveAt(() => 90)
    expect([...drive.asTimeAllows(['plain', 'odd', 'odder'])]).toEqual(['plain'])
    expect(drive.hasLeftOut).toBe(true)
  })

  it('may run out in the midst of them', () => {
    let now = 0
    const drive = driveAt(() => now)
    const tried: string[] = []
    for (const each of drive.asTimeAllows(['plain', 'odd', 'odder'])) {
      tried.push(each)
      now += 40
    }
    expect(tried).toEqual(['plain', 'odd'])
    expect(drive.hasLeftOut).toBe(true)
  })

  it('is to spare in the first part of the deadline alone', () => {
    expect(driveAt(() => 30).hasTimeToSpare()).toBe(true)
    const late = driveAt(() => 60)
    expect(late.hasTimeToSpare()).toBe(false)
    expect(late.hasLeftOut).toBe(true)
  })
})
