import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import { configure } from '../../config/configuration.ts'
import { targetOf } from '../../config/target.ts'
import { InFlight, mostInFlight } from './in-flight.ts'

describe('what is in flight', () => {
  it('is never more than allowed, and everybody has a turn', async () => {
    const ranks = fc.constantFrom('urgent' as const, 'usual' as const, 'spare' as const)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.tuple(ranks, fc.nat({ max: 2 })), { maxLength: 20 }),
        async (most, all) => {
          const inFlight = new InFlight(most)
          let [now, peak, done] = [0, 0, 0]
          await Promise.all(
            all.map(async ([rank, ms]) => {
              const { leave } = await inFlight.enter(rank)
              peak = Math.max(peak, ++now)
              await sleep(ms)
              now--
              done++
              leave()
              // Whoever says it twice has left once.
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
    ['another machine', 'https://api.test', {}, BOUNDS.inFlight.most],
    ['another machine, with so many allowed', 'https://api.test', { concurrency: 3 }, 3],
    ['this one', 'http://127.0.0.1:1', {}, Number.POSITIVE_INFINITY],
    ['this one, with so many allowed', 'http://127.0.0.1:1', { concurrency: 2 }, 2],
  ])('is bounded for a server on %s', (_, origin, wishes, most) => {
    expect(mostInFlight(targetOf(`${origin}/v1`), configure(wishes, false))).toBe(most)
  })
})
