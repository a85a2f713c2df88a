import type { Configuration } from '../config/configuration.ts'

/** Share of the deadline for additional cases; the rest is for plain cases and for jobs. */
export const TIME_TO_SPARE = 0.4
/** Share of the deadline for all cases but the first of each kind. */
export const TIME_FOR_CASES = 0.7

/** Finds a fault that shows in every seventh response, with 95 % probability. */
export const TRIES_THAT_SHOW_IT = 20
/** Many cases of a kind together find such a fault in one round. */
const FEW = 12

/** Requests of all rounds. */
export const triesOf = (cases: number, configuration: Pick<Configuration, 'profile'>): number =>
  cases * roundsOf(cases, configuration)

/** How often all cases that create no job are tried. */
export function roundsOf(cases: number, { profile }: Pick<Configuration, 'profile'>): number {
  return profile === 'full' && cases <= FEW ? TRIES_THAT_SHOW_IT : 1
}
