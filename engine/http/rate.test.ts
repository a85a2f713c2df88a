import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Rate } from './rate.ts'

const signal = new AbortController().signal

/** Time passes only during waits. */
function fakeClock() {
  const clock = {
    at: 0,
    now: () => clock.at,
    sleep: async (ms: number) => {
      clock.at += Math.max(0.1, ms)
    },
  }
  return clock
}

describe('the rate', () => {
  it('stops waiting when the run ends', async () => {
    const ended = new AbortController()
    const limit = new Rate(0.001)
    await limit.turn(ended.signal)
    const waiting = limit.turn(ended.signal)
    ended.abort()
    await expect(waiting).rejects.toThrow()
  })

  it('holds all requests for as long as the server asks', async () => {
    const clock = fakeClock()
    const limit = new Rate(undefined, clock)
    limit.heard(0)
    limit.heard(0, 2)
    await limit.turn(signal)
    expect(clock.at).toBe(2000)
  })

  it('lowers to the rate that the server accepted, once for a burst of 429s', () => {
    const clock = fakeClock()
    const limit = new Rate(undefined, clock)
    for (let n = 0; n < 8; n++) limit.heard(0)
    for (let n = 0; n < 5; n++) limit.heard(0, 2)
    expect(limit.perSecond).toBe(4)
    expect(limit.isLowered).toBe(true)
  })

  it('keeps above 2 requests a second if 429s to reads are unrelated to the rate', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const kinds = fc.sample(fc.constantFrom('reading', 'poll', 'submission', 'submission', 'submission'), {
        seed,
        numRuns: 500,
      })
      const clock = fakeClock()
      const limit = new Rate(undefined, clock)
      let [readings, polls, shutUntil, tokens, last] = [0, 0, 0, 20, 0]
      const refusals = {
        reading: () => (++readings % 5 === 0 ? 0 : undefined),
        poll: () => {
          if (clock.at >= shutUntil && ++polls % 41 === 0) shutUntil = clock.at + 1000
          return clock.at < shutUntil ? 1 : undefined
        },
        submission: () => {
          tokens = Math.min(20, tokens + ((clock.at - last) * 15) / 1000)
          last = clock.at
          if (tokens < 1) return 1
          tokens--
          return undefined
        },
      }
      for (const kind of kinds) {
        await limit.turn(signal)
        limit.heard(clock.at, refusals[kind]())
        clock.at += 5
      }
      expect(kinds.length / (clock.at / 1000), `seed ${seed}`).toBeGreaterThan(2)
    }
  })

  it('rises again up to the rate that the user allows', () => {
    const clock = fakeClock()
    const limit = new Rate(10, clock)
    limit.heard(0)
    limit.heard(0, 1)
    expect(limit.perSecond).toBe(5)
    clock.at = 2000
    for (let n = 0; n < 10; n++) limit.heard(2000)
    expect(limit.perSecond).toBeCloseTo(5.5)
    for (let n = 0; n < 10_000; n++) {
      clock.at += 100
      limit.heard(clock.at)
    }
    expect(limit.perSecond).toBe(10)
  })

  it('allows no more requests in any second, however late or early timers are', async () => {
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
        const limit = new Rate(rate, clock)
        const gone: number[] = []
        for (const [idle] of turns) {
          await limit.turn(signal)
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
