import { BIT_DEPTHS, FIELDS, RESOLUTIONS } from '../../../spec/words.ts'
import { largest, type Money, moneyOf, smallest, timesSeconds } from './money.ts'

/** The price of matching jobs. An absent field matches all. */
export type Rate = { resolution?: string[]; bitDepth?: number; fpsUpTo?: number; perSecond?: string; perJob?: string }

/** A price list as read. The first rate that matches a job applies. */
export type Prices = { unit: string; wholeSeconds?: true; rates: Rate[] }

/** Prices of jobs, as written by the user. The first rate that matches a job applies; every job must match a rate. */
export type PriceList = {
  /** Unit of the amounts, such as EUR or credits. */
  unit: string
  /** Rounds durations up to whole seconds. Default: false */
  wholeSeconds?: boolean
  rates: readonly {
    resolution?: string | readonly string[]
    bitDepth?: 8 | 10
    /** Maximum fps of the job. Default: any */
    fpsUpTo?: number
    /** 0.05 or '0.05' */
    perSecond?: number | string
    perJob?: number | string
  }[]
}

/** The fields of a body that decide its price. An unlisted value may mean any listed one. */
export type PricedOrder = { resolution?: unknown; bit_depth?: unknown; fps?: unknown; seconds: number }

type Kind = { resolution: string; bitDepth: number; fps: number }
type Price = { perJob: Money; perSecond: Money }

/** The maximum cost of jobs by a price list. */
export class Pricing {
  readonly unit: string
  readonly #prices: Prices

  constructor(prices: Prices) {
    this.unit = prices.unit
    this.#prices = prices
  }

  of(asked: PricedOrder): Money {
    return this.#ofKinds(asked, 1, asked.seconds)
  }

  /** Jobs with default resolution, bit depth and fps. `seconds`: of all jobs together. */
  plain(jobs: number, seconds: number): Money {
    return this.#ofKinds({ seconds }, jobs, seconds)
  }

  any(jobs: number, seconds: number): Money {
    return this.#most(this.#prices.rates, jobs, seconds)
  }

  /** The minimum cost of one job. */
  cheapest(seconds: number = FIELDS.duration.least): Money {
    const [first, ...others] = this.#prices.rates.map((rate) => this.#sum(priceOf(rate), 1, seconds))
    return smallest(first!, ...others)
  }

  #ofKinds(asked: PricedOrder, jobs: number, seconds: number): Money {
    const { rates } = this.#prices
    const found = kindsOf(asked, rates).map((kind) => rateFor(kind, rates))
    return this.#most(found.includes(undefined) ? rates : (found as Rate[]), jobs, seconds)
  }

  #most(rates: readonly Rate[], jobs: number, seconds: number): Money {
    if (jobs === 0) return 0n
    const prices = rates.map(priceOf)
    if (jobs === 1) return largest(prices.map((price) => this.#sum(price, jobs, seconds)))
    // Each job may have another rate.
    const perJob = largest(prices.map((price) => price.perJob))
    const perSecond = largest(prices.map((price) => price.perSecond))
    return this.#sum({ perJob, perSecond }, jobs, seconds)
  }

  #sum({ perJob, perSecond }: Price, jobs: number, seconds: number): Money {
    const { wholeSeconds = false } = this.#prices
    // The duration of each job is rounded up.
    const charged = wholeSeconds && jobs > 1 ? seconds + jobs : seconds
    return perJob * BigInt(jobs) + timesSeconds(perSecond, charged, wholeSeconds)
  }
}

const compiled = new WeakMap<Prices, Pricing>()

export function pricingOf(prices: Prices | undefined): Pricing | undefined {
  if (prices === undefined) return undefined
  const known = compiled.get(prices) ?? new Pricing(prices)
  compiled.set(prices, known)
  return known
}

/** A valid kind of job to which no rate applies. */
export function kindWithoutPrice(rates: readonly Rate[]): Kind | undefined {
  // A rate that applies to the maximum fps applies to all fps.
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

/** All kinds that a body may mean. */
function kindsOf(
  { resolution = FIELDS.resolution.default, bit_depth, fps = FIELDS.fps.default }: PricedOrder,
  rates: readonly Rate[],
): Kind[] {
  const known = RESOLUTIONS.filter((each) => each === resolution)
  const speeds =
    typeof fps === 'number' && fps > 0
      ? [fps]
      : [...rates.flatMap(({ fpsUpTo }) => fpsUpTo ?? []), Number.POSITIVE_INFINITY]
  return (known.length > 0 ? known : RESOLUTIONS).flatMap((each) =>
    depthsOf(each, bit_depth).flatMap((bitDepth) =>
      speeds.map((speed) => ({ resolution: each, bitDepth, fps: speed })),
    ),
  )
}

/** For some resolutions the server chooses the default. */
function depthsOf(resolution: string, depth: unknown): readonly number[] {
  const { defaultAt } = FIELDS.bit_depth
  const wanted = depth === undefined ? defaultAt[resolution as keyof typeof defaultAt] : depth
  const known = BIT_DEPTHS.filter((each) => each === wanted)
  return known.length > 0 ? known : BIT_DEPTHS
}
