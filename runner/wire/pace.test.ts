import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
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

  it('sends no more in any second than it is told, whenever they are asked for and however late or early timers are', async () => {
    const waits = fc.array(fc.tuple(fc.nat({ max: 400 }), fc.integer({ min: -1, max: 300 })), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0.5, 1, 2.5, 7, 10, 100), waits, async (rate, turns) => {
        let now = 0
        const late = turns.map(([, each]) => each)
        const clock = {
          now: () => now,
          sleep: async (ms: number) => {
            now += Math.max(0.1, ms + (late.pop() ?? 0))
          },
        }
        const pace = new Pace(rate, clock)
        const gone: number[] = []
        for (const [idle] of turns) {
          await pace.turn(signal)
          gone.push(now)
          now += idle % 3 === 0 ? idle : 0
        }
        const most = Math.ceil(rate)
        for (const [index, at] of gone.entries()) {
          const next = gone[index + most]
          if (next !== undefined) expect(next).toBeGreaterThanOrEqual(at + most * (1000 / rate))
        }
      }),
      { seed: 1 },
    )
  })
})
