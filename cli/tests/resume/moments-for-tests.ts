import { randomOf } from '../../../engine/config/seed.ts'
import type { Kill } from './trial-for-tests.ts'

/**
 * When to kill a run that writes so many bytes: a third of the moments are within a line, a third are several kills of
 * one run.
 */
export function momentsOf(bytes: number, howMany: number, seed: number): Kill[][] {
  const random = randomOf(seed, 'when a run is killed')
  return Array.from({ length: howMany }, (_, nth) => {
    const times = nth % 3 === 2 ? 2 + Math.floor(random() * 2) : 1
    // More at the beginning and at the end: most phases run in parallel at first, and one by one at the end.
    const shares = Array.from({ length: times }, () => shareOf(random(), nth)).sort((one, other) => one - other)
    return shares.map((share) => ({ atBytes: Math.max(1, Math.floor(bytes * share)), midLine: nth % 3 === 1 }))
  })
}

const shareOf = (drawn: number, nth: number) => [drawn * 0.1, drawn, 0.85 + drawn * 0.14][nth % 3]!
