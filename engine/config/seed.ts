import { createHash } from 'node:crypto'

/** A stream of numbers in [0, 1) that depends on the run's seed and on what it is for, and on nothing else. */
export function randomOf(seed: number, purpose: string): () => number {
  let state = createHash('sha256').update(`${seed}\n${purpose}`).digest().readUInt32LE(0)
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Of a run that is told none: another each time. */
export const drawnSeed = (): number => Math.floor(Math.random() * 2 ** 31)
