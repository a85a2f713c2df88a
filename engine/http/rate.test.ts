import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Rate } from './rate.ts'
import type { RateLimit } from './rate-limit-headers.ts'

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

/** Seconds to wait if a request at this time exceeds the limit. */
type Limiter = (now: number) => number | undefined

function tokenBucket(perSecond: number, most = perSecond): Limiter {
  let [tokens, last] = [most, 0]
  return (now) => {
    tokens = Math.min(most, tokens + ((now - last) * perSecond) / 1000)
    last = now
    if (tokens >= 1) tokens--
    else return Math.max(1, Math.ceil((1 - tokens) / perSecond))
    return undefined
  }
}

function fixedWindow(perSecond: number): Limiter {
  let [window, used] = [0, 0]
  return (now) => {
    const current = Math.floor((now + 300) / 1000)
    if (current !== window) used = 0
    window = current
    return ++used > perSecond ? 1 : undefined
  }
}

function slidingWindow(perSecond: number): Limiter {
  const times: number[] = []
  return (now) => {
    while (times[0]! <= now - 1000) times.shift()
    return times.length < perSecond ? void times.push(now) : 1
  }
}

/** Sends one request after the other, as soon as the rate allows it. */
async function sending(limiter: Limiter, accepted: number, announced: RateLimit[] = []) {
  const clock = fakeClock()
  const rate = new Rate(undefined, clock)
  let refused = 0
  for (let sent = 0; sent - refused < accepted; sent++) {
    await rate.turn(signal)
    const seconds = limiter(clock.at)
    const sentAt = clock.at
    clock.at += 5
    if (seconds !== undefined) refused++
    rate.announce('GET', announced)
    rate.heard(sentAt, seconds)
  }
  return { refused, seconds: clock.at / 1000 }
}

describe('a limit on requests', () => {
  it.each([
    [1, 50],
    [4, 250],
    [20, 1500],
  ])(
    'of %i a second that is not announced costs at most 3 %% of the requests and 15 %% of the time',
    async (limit, total) => {
      for (const limiter of [tokenBucket, fixedWindow, slidingWindow]) {
        const { refused, seconds } = await sending(limiter(limit), total)
        expect(refused / (total + refused), limiter.name).toBeLessThan(0.03)
        expect(seconds, limiter.name).toBeLessThan((1.15 * total) / limit)
      }
    },
  )

  it.each<[string, RateLimit]>([
    ['with its window', { limit: 20, windowSeconds: 5 }],
    ['with a reset', { limit: 4, remaining: 3, resetSeconds: 1 }],
    ['with a reset at a time', { limit: 4, remaining: 0, resetSeconds: 1.9 }],
  ])('that is announced %s is kept from the first response on', async (_, announced) => {
    const { refused, seconds } = await sending(slidingWindow(4), 100, [announced])
    expect(refused).toBe(0)
    expect(seconds).toBeLessThan(1.1 * 25)
  })

  it('on one method does not slow down the others', () => {
    const rate = new Rate(undefined, fakeClock())
    rate.announce('GET', [{ limit: 20, windowSeconds: 1 }])
    rate.announce('POST', [{ limit: 5, windowSeconds: 60 }])
    expect(rate.perSecond).toBe(0.94 * 20)
  })

  it('does not limit the rate if its window is an hour', async () => {
    const { seconds } = await sending(() => undefined, 100, [{ limit: 100, remaining: 99, resetSeconds: 3600 }])
    expect(seconds).toBeLessThan(1)
  })

  it('is found even if it allows a burst', async () => {
    const { refused, seconds } = await sending(tokenBucket(4, 40), 400)
    expect(refused).toBeLessThan(20)
    expect(seconds).toBeLessThan(1.15 * 100)
  })
})

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
    expect(limit.perSecond).toBe(3.76)
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

  it('rises again up to the rate that the user allows, as long as it is used', async () => {
    const clock = fakeClock()
    const limit = new Rate(10, clock)
    const answer = async (idleMs: number) => {
      await limit.turn(signal)
      limit.heard(clock.at)
      clock.at += idleMs
    }
    limit.heard(0)
    limit.heard(0, 1)
    expect(limit.perSecond).toBe(0.94)
    for (let n = 0; n < 100; n++) await answer(5000)
    expect(limit.perSecond).toBe(0.94)
    for (let n = 0; n < 1000; n++) await answer(0)
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
