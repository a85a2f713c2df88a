import type { Configuration } from '../config/configuration.ts'

/** Of the faults that show in every seventh answer, so many tries meet 95 in a hundred. */
export const TRIES_THAT_SHOW_IT = 20

/** More than these show together what shows in any of them. */
const FEW = 12

/** What going through them so often comes to. */
export const triesOf = (cases: number, configuration: Pick<Configuration, 'profile'>): number =>
  cases * roundsOf(cases, configuration)

/** How often cases that cost nothing are gone through: in full so often that each is tried that many times. */
export function roundsOf(cases: number, { profile }: Pick<Configuration, 'profile'>): number {
  return profile === 'full' && cases <= FEW ? TRIES_THAT_SHOW_IT : 1
}
