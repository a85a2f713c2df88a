import { BIT_DEPTHS, FIELDS, RESOLUTIONS } from '../../../spec/words.ts'
import { largest, type Money, moneyOf, smallest, timesSeconds } from './money.ts'

/** What a job of some kind costs. What is left out holds for any resolution, depth or rate. */
export type Rate = {
  resolution?: string[]
  bitDepth?: number
  /** For jobs of so many frames a second at most. */
  fpsUpTo?: number
  perSecond?: string
  perJob?: string
}

/** A price list, as it was read: of the rates that fit a job, the first one counts. */
export type Prices = {
  /** What is counted: EUR, credits. */
  unit: string
  /** A second that has begun is charged as a whole one. */
  wholeSeconds?: true
  rates: Rate[]
}

/** What a body says of the kind of its job; a value that is none of those listed may be taken for any of them. */
export type PricedOrder = { resolution?: unknown; bit_depth?: unknown; fps?: unknown; seconds: number }

type Kind = { resolution: string; bitDepth: number; fps: number }
type Price = { perJob: Money; perSecond: Money }

/** What jobs cost at most by a price list. */
export class Pricing {
  readonly unit: string
  readonly #prices: Prices

  constructor(prices: Prices) {
    this.unit = prices.unit
    this.#prices = prices
  }

  /** Where it may be of several kinds, the dearest counts. */
  of(asked: PricedOrder): Money {
    return this.#most(
      kindsOf(asked, this.#prices).map((kind) => this.#rateOf(kind)),
      1,
      asked.seconds,
    )
  }

  /** So many jobs that leave their kind to the defaults, with so many seconds in all. */
  plain(jobs: number, seconds: number): Money {
    return this.#most(
      kindsOf({ seconds }, this.#prices).map((kind) => this.#rateOf(kind)),
      jobs,
      seconds,
    )
  }

  /** So many of any kind. */
  any(jobs: number, seconds: number): Money {
    return this.#most(this.#prices.rates, jobs, seconds)
  }

  /** No job of so many seconds costs less. */
  cheapest(seconds: number = FIELDS.duration.least): Money {
    const [first, ...others] = this.#prices.rates.map((rate) => this.#sum(priceOf(rate), 1, seconds))
    return smallest(first!, ...others)
  }

  #most(rates: readonly (Rate | undefined)[], jobs: number, seconds: number): Money {
    const known = rates.includes(undefined) ? this.#prices.rates : (rates as readonly Rate[])
    if (jobs === 0) return 0n
    const prices = known.map(priceOf)
    // One job may be charged by one of them, and the next by another.
    if (jobs > 1)
      return this.#sum(
        {
          perJob: largest(prices.map(({ perJob }) => perJob)),
          perSecond: largest(prices.map(({ perSecond }) => perSecond)),
        },
        jobs,
        seconds,
      )
    return largest(prices.map((price) => this.#sum(price, jobs, seconds)))
  }

  #sum({ perJob, perSecond }: Price, jobs: number, seconds: number): Money {
    const { wholeSeconds = false } = this.#prices
    // Each of several may have begun a second more than it fills.
    const begun = wholeSeconds && jobs > 1 ? seconds + jobs : seconds
    return perJob * BigInt(jobs) + timesSeconds(perSecond, begun, wholeSeconds)
  }

  #rateOf(kind: Kind): Rate | undefined {
    return rateFor(kind, this.#prices.rates)
  }
}

const compiled = new WeakMap<Prices, Pricing>()

export function pricingOf(prices: Prices | undefined): Pricing | undefined {
  if (prices === undefined) return undefined
  const known = compiled.get(prices) ?? new Pricing(prices)
  compiled.set(prices, known)
  return known
}

/** A kind of job, lawful as it is, for which the list has no price. */
export function kindWithoutPrice(rates: readonly Rate[]): Kind | undefined {
  // Whatever fits the fastest fits slower ones, or another rate does first.
  const fps = FIELDS.fps.most
  const all = RESOLUTIONS.flatMap((resolution) => BIT_DEPTHS.map((bitDepth): Kind => ({ resolution, bitDepth, fps })))
  return all.find((kind) => rateFor(kind, rates) === undefined)
}

const rateFor = ({ resolution, bitDepth, fps }: Kind, rates: readonly Rate[]) =>
  rates.find(
    (rate) =>
      (rate.resolution?.includes(resolution) ?? true) &&
      (rate.bitDepth ?? bitDepth) === bitDepth &&
      (rate.fpsUpTo ?? Number.POSITIVE_INFINITY) >= fps,
  )

const priceOf = ({ perJob = '0', perSecond = '0' }: Rate): Price => ({
  perJob: moneyOf(perJob),
  perSecond: moneyOf(perSecond),
})

function kindsOf(
  { resolution = FIELDS.resolution.default, bit_depth, fps = FIELDS.fps.default }: PricedOrder,
  { rates }: Prices,
): Kind[] {
  const resolutions = RESOLUTIONS.filter((each) => each === resolution)
  const speeds =
    typeof fps === 'number' && fps > 0
      ? [fps]
      : [...rates.flatMap(({ fpsUpTo }) => fpsUpTo ?? []), Number.POSITIVE_INFINITY]
  return (resolutions.length > 0 ? resolutions : RESOLUTIONS).flatMap((each) =>
    depthsOf(each, bit_depth).flatMap((bitDepth) =>
      speeds.map((speed) => ({ resolution: each, bitDepth, fps: speed })),
    ),
  )
}

/** The default of some resolutions is the server's choice. */
function depthsOf(resolution: string, depth: unknown): readonly number[] {
  const { defaultAt } = FIELDS.bit_depth
  const said = depth === undefined ? defaultAt[resolution as keyof typeof defaultAt] : depth
  const listed = BIT_DEPTHS.filter((each) => each === said)
  return listed.length > 0 ? listed : BIT_DEPTHS
}
