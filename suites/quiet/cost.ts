import { pricingOf } from '../../engine/config/prices/prices.ts'
import { fits } from '../../engine/http/limits/amount.ts'
import type { Cost, PlanInput } from '../../engine/run/driving/phase.ts'
import { READINGS } from '../../spec/endpoints.ts'
import { FIELDS } from '../../spec/words.ts'
import { METERS } from './meters.ts'
import { refusedBodies } from './suspects.ts'

/** How often what is suspected of moving a job is done. */
export const TURNS = 5
/** Readings while a finished job is polled, and more behind them. */
export const POLLS_AT_REST = 3
export const MORE_READINGS = 4
/** The first refusal is where the meters stand then; two more tell whether a refusal moves them. */
export const REFUSALS_WATCHED = 3
/** So often is usage read again that lags behind the end of a job. */
export const MOST_LOOKS = 8
export const MOST_WAITS_IN_VAIN = 4

/** What the phase does once, and what of it the keys and the profile leave out. */
function amountsOf({ keys, configuration: { profile, burst, imageUrl, failingPrompt } }: PlanInput) {
  const has = (key: PlanInput['keys'][number]) => keys.includes(key)
  const isFull = profile === 'full'
  const unusual = isFull ? 1 + (failingPrompt === undefined ? 0 : 1) : 0
  return {
    meters: METERS.filter(({ key }) => has(key)).length,
    /** The fast and the slow twin, one of the other account, unusual ones: most of them while another rests. */
    watched: 2 + (isFull && has('B') ? 1 : 0) + unusual,
    /** Of these, at the largest size. */
    unusual,
    /** Those that are left alone, from the beginning and in the midst. */
    rested: isFull ? 2 : 1,
    /** What it takes to suspect other jobs of moving one that rests. */
    others: isFull ? 1 + (has('B') ? 1 : 0) : 1,
    /** In full, those that are watched anyway. */
    besides: isFull ? 0 : 1,
    reading: READINGS.length * (has('A2') ? 2 : 1),
    inVain: 2 + (has('R') ? 1 : 0) + (has('B') ? 1 : 0),
    /** Which models the other account is shown. */
    models: isFull && has('B') ? 1 : 0,
    finished: 1 + (has('A2') ? 1 : 0) + (has('B') ? 1 : 0),
    refused: 2 * (refusedBodies().length + (has('R') ? 1 : 0)),
    burst,
    imageUrl,
  }
}

/** How many jobs are left alone, and what is sent while one of them is. */
export function restsOf(input: PlanInput): { rested: number; requests: number } {
  const { rested, reading, inVain, finished, refused, besides } = amountsOf(input)
  return { rested, requests: TURNS * (reading + inVain + finished) + refused + (besides > 0 ? 0 : finished) }
}

const SHORTEST = FIELDS.duration.least

/** On a server on which nothing odd is seen. */
export function max(input: PlanInput): Cost {
  if (input.configuration.profile === 'smoke') return { requests: 0 }
  const { meters, watched, unusual, rested, besides, reading, refused, burst, models } = amountsOf(input)
  const byItself = (1 + POLLS_AT_REST + MORE_READINGS) * meters + POLLS_AT_REST
  const pricing = pricingOf(input.configuration.prices)
  const kind = unusual === 0 ? ('plain' as const) : ('any' as const)
  const shortest = { jobs: 1, videoSeconds: SHORTEST, money: pricing?.[kind](1, SHORTEST) ?? 0n }
  // Without a job, there is nothing to see but what moves by itself.
  if (input.share && !fits(shortest, input.share)) return { requests: models + byItself }
  const readings = 1 + POLLS_AT_REST + MORE_READINGS + watched + 2 + 1 + (besides > 0 ? besides : rested)
  const { requests: rest } = restsOf(input)
  const jobs = watched + rested + besides
  const plain = jobs + burst - unusual
  const full = burst > 0 ? burst + REFUSALS_WATCHED * (1 + meters) + reading : 0
  return {
    requests: models + readings * meters + POLLS_AT_REST + refused + rested * rest + jobs + full,
    jobs: jobs + burst,
    videoSeconds: (jobs + burst) * SHORTEST,
    ...(kind === 'plain' && { kind }),
    ...(pricing && { money: pricing.plain(plain, plain * SHORTEST) + pricing.any(unusual, unusual * SHORTEST) }),
  }
}
