import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Pace } from './pace.ts'

const signal = new AbortController().signal
const REQUESTS = 1000

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
  it('spreads what comes at once', async () => {
    const clock = fakeClock()
    const pace = new Pace(100, clock)
    await Promise.all(Array.from({ length: 21 }, () => pace.turn(signal)))
    expect(clock.at).toBe(200)
  })

  it('saves nothing up while nobody asks', async () => {
    const clock = fakeClock()
    const pace = new Pace(100, clock)
    await pace.turn(signal)
    clock.at = 1000
    await Promise.all(Array.from({ length: 21 }, () => pace.turn(signal)))
    expect(clock.at).toBe(1200)
  })

  it('lets go of who waits when the run ends', async () => {
    const ended = new AbortController()
    const pace = new Pace(0.001)
    await pace.turn(ended.signal)
    const waiting = pace.turn(ended.signal)
    ended.abort()
    await expect(waiting).rejects.toThrow()
  })

  it('is unlimited until the server says that it is asked too fast', async () => {
    const clock = fakeClock()
    const pace = new Pace(undefined, clock)
    for (let n = 0; n < 100; n++) await pace.turn(signal)
    expect([clock.at, pace.rate, pace.isLowered, pace.hasRoom]).toEqual([0, undefined, false, true])
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

  it.each([100, undefined])('keeps its rate where nothing else is answered, and waits (%s)', async (rate) => {
    const clock = fakeClock()
    const pace = new Pace(rate, clock)
    for (let n = 0; n < 9; n++) pace.heard(0, 2)
    await pace.turn(signal)
    expect([pace.rate, clock.at]).toEqual([rate, 2000])
  })

  it.each([3, 10])('gives up where a server refuses every %ith request however slowly they come', async (each) => {
    const clock = fakeClock()
    const pace = new Pace(undefined, clock)
    let n = 1
    for (; n === 1 || (pace.isLowered && n < 2000) || n < 2 * each; n++) {
      await pace.turn(signal)
      pace.heard(clock.at, n % each === 0 ? 0 : undefined)
      clock.at += 10
    }
    expect([pace.isLowered, pace.rate, n < 2000]).toEqual([false, undefined, true])
  })

  it('does not slow down without end on a server that limits the rate of submissions and refuses each so many reads', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const kinds = fc.sample(fc.constantFrom('reading', 'poll', 'submission', 'submission', 'submission'), {
        seed,
        numRuns: 3000,
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

  it('does not come to a standstill where the first requests of all are refused, and no others', async () => {
    const clock = fakeClock()
    const pace = new Pace(undefined, clock)
    for (let n = 1; n < 500; n++) {
      await pace.turn(signal)
      pace.heard(clock.at, n <= 8 && n % 2 === 0 ? 1 : undefined)
    }
    expect(clock.at).toBeLessThan(90_000)
    expect(pace.rate ?? 1000).toBeGreaterThan(100)
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

  const ALLOWED = [1, 4, 20]
  it.each(ALLOWED)(
    'is told to slow down less than once in twenty requests by a server that allows %i a second, however late its timers are',
    async (allowed) => {
      for (let seed = 1; seed <= 20; seed++) {
        const late = fc.sample(fc.nat({ max: 40 }), { seed, numRuns: REQUESTS })
        const clock = fakeClock()
        const pace = new Pace(undefined, clock)
        let [tokens, last, refused] = [allowed, 0, 0]
        for (let n = 0; n < REQUESTS; n++) {
          await pace.turn(signal)
          const sent = clock.at
          clock.at += late[n]!
          tokens = Math.min(allowed, tokens + ((clock.at - last) * allowed) / 1000)
          last = clock.at
          const isRefused = tokens < 1
          if (isRefused) refused++
          else tokens--
          pace.heard(sent, isRefused ? 2 : undefined)
        }
        expect(refused, `seed ${seed}`).toBeLessThan(REQUESTS / 20)
        // Nor does it leave much of what the server allows unused.
        expect((REQUESTS - refused) / (clock.at / 1000), `seed ${seed}`).toBeGreaterThan(allowed * 0.7)
      }
    },
  )

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
