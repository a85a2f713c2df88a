import { afterEach, expect, it, vi } from 'vitest'
import { RelayLateness } from './lateness.ts'
import type { Late } from './told.ts'

afterEach(() => void vi.useRealTimers())

it.each([
  ['a late timer', [20, 22, 320, 20], [{ at: 1062, ms: 300 }]],
  [
    'lateness that goes on once',
    [100, 60, 20, 220],
    [
      { at: 1020, ms: 140 },
      { at: 1200, ms: 200 },
    ],
  ],
  ['nothing of the usual jitter', Array.from({ length: 100 }, (_, nth) => 20 + (nth % 20)), []],
])('reports %s', (_, pauses, expected) => {
  vi.useFakeTimers()
  const told: Late[] = []
  let now = 1000
  const lateness = new RelayLateness(
    () => now,
    (late) => told.push(late),
  )
  for (const ms of pauses) {
    now += ms
    lateness.look()
  }
  lateness.close()
  expect(told).toEqual(expected)
})
