import { createHash, randomInt } from 'node:crypto'

/** Random numbers in [0, 1), determined by the seed of a run and by their purpose. */
export function randomOf(seed: number, purpose: string): () => number {
  let state = createHash('sha256').update(`${seed}\n${purpose}`).digest().readUInt32LE(0)
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Seed without --seed: two runs of the same version send the same requests. */
export const DEFAULT_SEED = 1

/** Seed of --seed random. */
export const drawnSeed = (): number => randomInt(2 ** 31)
