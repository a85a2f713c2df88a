import type { Configuration } from '../settings/configuration.ts'

/** Of the faults that show in every seventh answer, so many tries meet 95 in a hundred. */
export const TRIES_THAT_SHOW_IT = 20

/** How often cases that cost nothing are gone through: in full so often that together they are that many tries. */
export function roundsOf(cases: number, { profile }: Pick<Configuration, 'profile'>): number {
  return profile === 'full' ? Math.max(1, Math.ceil(TRIES_THAT_SHOW_IT / cases)) : 1
}
