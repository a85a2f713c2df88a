import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Pace } from './pace.ts'

const signal = new AbortController().signal

/** When the last of so many turns came. A busy machine makes it late, never early; a timer may be, by a little. */
async function takes(pace: Pace, turns: number): Promise<number> {
  const begin = performance.now()
  await Promise.all(Array.from({ length: turns }, () => pace.turn(signal)))
  return performance.now() - begin
}

describe('a pace', () => {
  it('spreads what comes at once', async () => {
    expect(await takes(new Pace(100), 21)).toBeGreaterThan(195)
  })

  it('saves nothing up while nobody asks', async () => {
    const pace = new Pace(100)
    await pace.turn(signal)
    await sleep(150)
    expect(await takes(pace, 21)).toBeGreaterThan(195)
  })

  it('lets go of who waits when the run ends', async () => {
    const ended = new AbortController()
    const pace = new Pace(0.001)
    await pace.turn(ended.signal)
    const waiting = pace.turn(ended.signal)
    ended.abort()
    await expect(waiting).rejects.toThrow()
  })
})
