import { describe, expect, it } from 'vitest'
import { Drive } from './drive.ts'
import type { Shared } from './shared.ts'

/** A drive that looks at a clock of ours, and at nothing else. */
function driveAt(now: () => number): Drive {
  return new Drive({ name: 'a phase' }, { client: { now }, configuration: { deadlineMs: 100 } } as unknown as Shared)
}

describe('time', () => {
  it('is there for all cases while most of the deadline lies ahead', () => {
    const drive = driveAt(() => 60)
    expect([...drive.asTimeAllows(['plain', 'odd', 'odder'])]).toEqual(['plain', 'odd', 'odder'])
    expect(drive.hasLeftOut).toBe(false)
  })

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

  it('leaves nothing out where one case is all there is', () => {
    const drive = driveAt(() => 90)
    expect([...drive.asTimeAllows(['plain'])]).toEqual(['plain'])
    expect(drive.hasLeftOut).toBe(false)
  })

  it('is to spare in the first part of the deadline alone', () => {
    expect(driveAt(() => 30).hasTimeToSpare()).toBe(true)
    const late = driveAt(() => 60)
    expect(late.hasTimeToSpare()).toBe(false)
    expect(late.hasLeftOut).toBe(true)
  })
})
