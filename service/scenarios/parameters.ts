import type { Parameter, Value } from './scenario.ts'

type Bounds = { least?: number; most?: number; usual?: number }

/** A count. */
export const count = (name: string, about: string, { least = 1, most = 1e6, usual }: Bounds = {}): Parameter => ({
  name,
  about,
  type: 'number',
  least,
  most,
  ...(usual !== undefined && { usual }),
  isWhole: true,
})

/** Accepts any seed of a run. */
export const randomSeed = (about: string): Parameter =>
  count('seed', about, { least: 0, most: Number.MAX_SAFE_INTEGER, usual: 1 })

export const seconds = (about: string, { least = 0, most = 1e6, usual }: Bounds): Parameter => ({
  name: 'seconds',
  about,
  type: 'number',
  least,
  most,
  ...(usual !== undefined && { usual }),
})

export const oneOf = (name: string, about: string, words: readonly string[], usual = words[0]!): Parameter => ({
  name,
  about,
  type: 'text',
  oneOf: words,
  usual,
})

export const severalOf = (
  name: string,
  about: string,
  words: readonly string[],
  usual: readonly string[] = words,
): Parameter => ({ name, about, type: 'text', severalOf: words, usual: usual.join('+') })

/** Several values, as in `polls+readings`. */
export const severalIn = (value: Value | undefined): string[] =>
  String(value ?? '')
    .split('+')
    .map((word) => word.trim())
    .filter((word) => word !== '')
