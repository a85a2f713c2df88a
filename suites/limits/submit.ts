import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { markOf } from '../../engine/history/entry/mark.ts'
import { record } from '../../engine/history/entry/schemas.ts'
import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import type { Following } from '../../engine/jobs/job.ts'
import { isRefusal } from '../../engine/judge/probes.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { NotTested } from '../../engine/run/not-tested.ts'
import type { Phase } from '../../engine/run/phase.ts'
import { type Combinations, combinationsFor, mostOf, plainOf, shortened } from './combinations.ts'
import { bodyOf, type Combination, namesIn, PLACES, type Place, type Value } from './values.ts'

/** The control request: the plainest submission again. */
export const CONTROL = markOf<object>('the plainest submission again', record<object>({}, {}))

/** Refused values that are isolated: with more, something basic is broken, and the first ones show it. */
const MOST_ISOLATED = { smoke: 0, standard: 4, full: 12 }
const MOST_CULPRITS_OF_ONE = 4
/** Extra jobs for isolating, besides those saved by refused submissions. */
const MOST_MORE_JOBS = { smoke: 0, standard: 6, full: 12 }

export const COMBINED: Phase = {
  name: 'combined settings',
  stage: 'jobs',
  max: (input) => mostOf(input),
  brief: (input) => mostOf(input, (each) => each.all.map(shortened(each))),
  drive: submitAll,
}

/** Submits all combinations, and isolates the values for which some are refused. */
async function submitAll(drive: Driver): Promise<void> {
  const combinations = await combinationsFor(drive)
  const isolation = new Isolation(drive, combinations)
  const refused: Combination[] = []
  const nameOf = (each: Combination) => namesIn(each).join(', ')
  const all = drive.withinShare(combinations.all, { nameOf, bodyOf, cheaper: shortened(combinations) })
  const whenFull = all.findLast(({ key }) => key?.key)
  const submit = async (each: Combination) => {
    try {
      const following = followingOf(drive, all.indexOf(each))
      const isAtFull = each === whenFull && drive.jobs.wasFull
      let exchange = isAtFull ? await isolation.submit(each, following, 0) : undefined
      if (!exchange || statusOf(exchange) === 429) exchange = await isolation.submit(each, following)
      if (isRefusal(exchange)) refused.push(each)
    } catch (error) {
      if (!(error instanceof NotTested)) throw error
      drive.gap(nameOf(each), error)
    }
  }
  const others = all.filter((each) => each !== whenFull)
  // A 429 for another key may differ: one submission with it is sent at the first 429, or with the last of the others.
  const { promise: due, resolve: send } = Promise.withResolvers<void>()
  drive.jobs.whenFull(async () => send())
  let left = others.length
  const answered = () => {
    if (--left <= 1) send()
  }
  if (left <= 1) send()
  await Promise.all([
    ...others.map((each) => submit(each).then(answered)),
    ...(whenFull ? [due.then(() => submit(whenFull))] : []),
  ])
  if (refused.length === 0 || !(await isolation.control())) return
  const { profile } = drive.configuration
  isolation.jobsLeft = refused.length + MOST_MORE_JOBS[profile]
  for (const each of refused) if (isolation.isolated < MOST_ISOLATED[profile]) await isolation.isolate(each)
  await isolation.control()
}

/** Some jobs are polled several times at once, or with two keys in turn. */
function followingOf(drive: Driver, index: number): Following {
  if (index % 8 === 1) return 'in a crowd'
  return index % 8 === 5 && drive.has('A2') ? 'by turns' : 'one by one'
}

/** The smallest part of a combination that is refused; without a value, leaving it out is. */
type Culprit = [place: Place, value: Value | undefined][]

class Isolation {
  readonly #drive: Driver
  readonly #combinations: Combinations
  readonly #culprits: Culprit[] = []
  isolated = 0
  jobsLeft = Number.POSITIVE_INFINITY

  constructor(drive: Driver, combinations: Combinations) {
    this.#drive = drive
    this.#combinations = combinations
  }

  async submit(combination: Combination, following?: Following, waits?: number): Promise<Exchange> {
    if (this.jobsLeft <= 0) throw new NotTested('the jobs for isolating a refused value are used up')
    const { key, writing } = combination
    const tries = namesIn(combination)
    const { exchange } = await this.#drive.jobs.submit(bodyOf(combination), {
      ...(key?.key && { key: key.key }),
      ...(writing?.inPieces && { inPieces: writing.inPieces }),
      purpose: { case: tries.join(', '), tries },
      ...(following ? { following } : { confirms: true }),
      ...(waits !== undefined && { waits }),
    })
    if (succeeded(exchange)) this.jobsLeft--
    return exchange
  }

  async control(): Promise<boolean> {
    const { exchange } = await this.#drive.jobs.submit(bodyOf(this.#combinations.base), {
      purpose: { case: 'the plainest submission again', mark: CONTROL.of({}), tries: [] },
      confirms: true,
    })
    return succeeded(exchange)
  }

  /** Several values may be refused: without the known ones, the combination is submitted again. */
  async isolate(combination: Combination): Promise<void> {
    try {
      let left = this.#withoutCulprits(combination)
      // Without known culprits it is sent once more: the refusal may be intermittent.
      if (this.#isBase(left) || !(await this.#isRefused(left))) return
      for (let found = 0; found < MOST_CULPRITS_OF_ONE; found++) {
        this.isolated++
        const smallest = await this.#reduced(left, (place) => [this.#combinations.base[place]])
        this.#culprits.push(await this.#culpritIn(smallest))
        const without = this.#withoutCulprits(left)
        if (without === left || this.#isBase(without) || !(await this.#isRefused(without))) return
        left = without
      }
    } catch (error) {
      if (!(error instanceof NotTested)) throw error
    }
  }

  #isBase(combination: Combination): boolean {
    return PLACES.every((place) => combination[place] === this.#combinations.base[place])
  }

  async #isRefused(combination: Combination): Promise<boolean> {
    return isRefusal(await this.submit(combination))
  }

  #withoutCulprits(combination: Combination): Combination {
    const { base } = this.#combinations
    const isLike = (value: Value | undefined, culprit: Value | undefined) =>
      value === culprit || (culprit !== undefined && plainOf(value, this.#combinations) === culprit)
    return this.#culprits.reduce((left, culprit) => {
      const isIn = culprit.every(([place, value]) => isLike(left[place], value))
      return isIn ? culprit.reduce((so, [place]) => withPlace(so, place, base[place]), left) : left
    }, combination)
  }

  /** Replaces one value after another while the combination stays refused. */
  async #reduced(combination: Combination, plainer: (place: Place, value?: Value) => readonly (Value | undefined)[]) {
    let left = combination
    for (const place of PLACES) {
      if (left[place] === this.#combinations.base[place]) continue
      for (const value of plainer(place, left[place])) {
        const next = withPlace(left, place, value)
        if (value !== left[place] && !this.#isBase(next) && (await this.#isRefused(next))) left = next
      }
    }
    return left
  }

  /** A value that is refused in its plainest form is refused for itself, not for its spelling. */
  async #culpritIn(refused: Combination): Promise<Culprit> {
    const { base } = this.#combinations
    const left = await this.#reduced(refused, (_, value) => [plainOf(value, this.#combinations) ?? value])
    const culprit = PLACES.filter((place) => left[place] !== base[place])
    // The plainest submission has a duration, which may conflict with the value.
    if (culprit.length === 1 && culprit[0] !== 'duration' && left.duration)
      await this.submit(withPlace(left, 'duration', undefined))
    return culprit.map((place) => [place, left[place]])
  }
}

function withPlace(combination: Combination, place: Place, value: Value | undefined): Combination {
  const { [place]: _, ...others } = combination
  return value ? { ...others, [place]: value } : others
}
