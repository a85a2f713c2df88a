import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { configure } from '../config/configuration.ts'
import { LIMITS } from '../config/limits.ts'
import { targetOf } from '../config/target.ts'
import { InFlight, mostInFlight } from './queue.ts'
import { Rate } from './rate.ts'

describe('requests in flight', () => {
  it('never exceeds the limit, and each request gets its turn', async () => {
    const ranks = fc.constantFrom('urgent' as const, 'usual' as const, 'spare' as const)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.tuple(ranks, fc.nat({ max: 2 })), { maxLength: 20 }),
        async (most, all) => {
          const inFlight = new InFlight(most, new Rate())
          let [now, peak, done] = [0, 0, 0]
          await Promise.all(
            all.map(async ([rank, ms]) => {
              const { leave } = await inFlight.enter({ rank })
              peak = Math.max(peak, ++now)
              await sleep(ms)
              now--
              done++
              leave()
              leave()
            }),
          )
          expect(peak).toBeLessThanOrEqual(most)
          expect(peak).toBe(Math.min(most, all.length))
          expect(done).toBe(all.length)
        },
      ),
      { numRuns: 30, seed: 1 },
    )
  })

  it.each([
    ['another machine', 'https://api.test', {}, LIMITS.inFlight],
    ['another machine, with --concurrency', 'https://api.test', { concurrency: 3 }, 3],
    ['this machine', 'http://127.0.0.1:1', {}, Number.POSITIVE_INFINITY],
    ['this machine, with --concurrency', 'http://127.0.0.1:1', { concurrency: 2 }, 2],
  ])('has its limit for a server on %s', (_, origin, wishes, most) => {
    expect(mostInFlight(targetOf(`${origin}/v1`), configure(wishes, false))).toBe(most)
  })
})
