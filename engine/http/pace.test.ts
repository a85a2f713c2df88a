import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Pace } from './pace.ts'

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

describe('a pace', () => {
  it('lets go of who waits when the run ends', async () => {
    const ended = new AbortController()
    const pace = new Pace(0.001)
    await pace.turn(ended.signal)
    const waiting = pace.turn(ended.signal)
    ended.abort()
    await expect(waiting).rejects.toThrow()
  })

  it('holds every request until the time that the server told has passed', async () => {
    const clock = fakeClock()
    const pace = new Pace(undefined, clock)
    pace.heard(0)
    pace.heard(0, 2)
    await pace.turn(signal)
    expect(clock.at).toBe(2000)
  })

  it('goes on at the rate that the server let through, its wait included, and lowers it once for a burst', () => {
    const clock = fakeClock()
    const pace = new Pace(undefined, clock)
    for (let n = 0; n < 8; n++) pace.heard(0)
    for (let n = 0; n < 5; n++) pace.heard(0, 2)
    expect(pace.rate).toBe(4)
    expect(pace.isLowered).toBe(true)
  })

  it('does not slow down without end on a server that limits the rate of submissions and refuses each so many reads', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const kinds = fc.sample(fc.constantFrom('reading', 'poll', 'submission', 'submission', 'submission'), {
        seed,
        numRuns: 500,
      })
      const clock = fakeClock()
      const pace = new Pace(undefined, clock)
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
        await pace.turn(signal)
        pace.heard(clock.at, refusals[kind]())
        clock.at += 5
      }
      expect(kinds.length / (clock.at / 1000), `seed ${seed}`).toBeGreaterThan(2)
    }
  })

  it('recovers slowly, and never beyond the rate that the user allows', () => {
    const clock = fakeClock()
    const pace = new Pace(10, clock)
    pace.heard(0)
    pace.heard(0, 1)
    expect(pace.rate).toBe(5)
    clock.at = 2000
    for (let n = 0; n < 10; n++) pace.heard(2000)
    expect(pace.rate).toBeCloseTo(5.5)
    for (let n = 0; n < 10_000; n++) {
      clock.at += 100
      pace.heard(clock.at)
    }
    expect(pace.rate).toBe(10)
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
