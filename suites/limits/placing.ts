import { pricingOf } from '../../engine/config/prices/prices.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { markOf } from '../../engine/history/entry/mark.ts'
import { record } from '../../engine/history/entry/schemas.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { chosenWithin } from '../../engine/http/limits/amount.ts'
import { expenseOf } from '../../engine/http/limits/price-of-body.ts'
import type { Following } from '../../engine/jobs/job.ts'
import { isRefusal } from '../../engine/judge/probes.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import { NotTried } from '../../engine/run/driving/not-tried.ts'
import type { Phase } from '../../engine/run/driving/phase.ts'
import { bookFor } from './book.ts'
import { mostOf } from './books-expected.ts'
import { type OrderBook, plainOf } from './order-book.ts'
import { bodyOf, type Order, PLACES, type Place, type Trait, traitsOf } from './trait.ts'

/** The control request: the plainest submission again. */
export const CONTROL = markOf<object>('the plainest submission again', record<object>({}, {}))

/** How many refused orders are taken apart: with more, something basic is broken, and the first ones show it. */
const MOST_TAKEN_APART = { smoke: 0, standard: 4, full: 12 }

/** How many things of one order may be found refused. */
const MOST_CULPRITS_OF_ONE = 4

/** What taking apart may cost beyond what the refused orders would have cost. */
const MOST_MORE_JOBS = { smoke: 0, standard: 6, full: 12 }

export const ORDERS: Phase = {
  name: 'combined settings',
  stage: 'jobs',
  max(input) {
    const { share, configuration } = input
    const pricing = pricingOf(configuration.prices)
    const most = mostOf(input, ({ orders }) =>
      share ? chosenWithin(share, orders, (order) => expenseOf(bodyOf(order), pricing)) : orders,
    )
    return { requests: most.jobs, ...most }
  },
  drive: placeOrders,
}

/** Submits all orders, and takes apart those that are refused. */
async function placeOrders(drive: Drive): Promise<void> {
  const book = await bookFor(drive)
  const place = new Placing(drive, book)
  const refused: Order[] = []
  await Promise.all(
    drive.withinShare(book.orders, { nameOf, bodyOf }).map(async (order, index) => {
      try {
        const answer = await place.order(order, followingOf(drive, index))
        if (isRefusal(answer)) refused.push(order)
      } catch (error) {
        if (!(error instanceof NotTried)) throw error
        drive.gap(nameOf(order), error)
      }
    }),
  )
  if (refused.length === 0 || !(await place.control())) return
  const { profile } = drive.configuration
  // What was refused has cost nothing yet.
  place.jobsLeft = refused.length + MOST_MORE_JOBS[profile]
  for (const order of refused) if (place.takenApart < MOST_TAKEN_APART[profile]) await place.takeApart(order)
  await place.control()
}

/** Now and then several polls at once, or two keys of the account in turn: each job has to come to its end all the same. */
function followingOf(drive: Drive, index: number): Following {
  if (index % 8 === 1) return 'in a crowd'
  return index % 8 === 5 && drive.has('A2') ? 'by turns' : 'one by one'
}

const nameOf = (order: Order) => namesOf(traitsOf(order)).join(', ')
const namesOf = (traits: readonly Trait[]) => traits.map(({ name }) => name)
const sentAs = ({ key, writing }: Order) => ({
  ...(key?.key && { key: key.key }),
  ...(writing?.inPieces && { inPieces: writing.inPieces }),
})

/** What of an order is refused for itself, place by place; where nothing stands, leaving it out is. */
type Culprit = [place: Place, trait: Trait | undefined][]

class Placing {
  readonly #drive: Drive
  readonly #book: OrderBook
  readonly #culprits: Culprit[] = []
  takenApart = 0
  jobsLeft = Number.POSITIVE_INFINITY

  constructor(drive: Drive, book: OrderBook) {
    this.#drive = drive
    this.#book = book
  }

  async order(order: Order, following: Following = 'one by one'): Promise<Exchange> {
    const traits = traitsOf(order)
    const purpose = { case: namesOf(traits).join(', '), tries: namesOf(traits) }
    if (this.jobsLeft <= 0) throw new NotTried('the jobs for isolating a refused value are used up')
    const { exchange } = await this.#drive.jobs.submit(bodyOf(order), { ...sentAs(order), purpose, following })
    if (succeeded(exchange)) this.jobsLeft--
    return exchange
  }

  async control(): Promise<boolean> {
    const { exchange } = await this.#drive.jobs.submit(bodyOf(this.#book.base), {
      purpose: { case: 'the plainest submission again', mark: CONTROL.of({}), tries: [] },
    })
    return succeeded(exchange)
  }

  /** More than one thing of an order may be refused: without what is known to be, it is submitted again. */
  async takeApart(order: Order): Promise<void> {
    const { base } = this.#book
    try {
      let left = this.#withoutCulprits(order)
      // Where nothing of it is known to be refused, it is sent once more: it may be refused now and then.
      if (isSame(left, base) || !isRefusal(await this.order(left))) return
      for (let found = 0; found < MOST_CULPRITS_OF_ONE; found++) {
        this.takenApart++
        this.#culprits.push(await this.#plainly(await this.#smallestRefused(left)))
        const without = this.#withoutCulprits(left)
        if (without === left || isSame(without, base) || !isRefusal(await this.order(without))) return
        left = without
      }
    } catch (error) {
      if (!(error instanceof NotTried)) throw error
    }
  }

  #withoutCulprits(order: Order): Order {
    return this.#culprits.reduce((left, culprit) => {
      const isIn = culprit.every(([place, trait]) => isLike(left[place], trait, this.#book))
      return isIn ? culprit.reduce((so, [place]) => withPlace(so, place, this.#book.base[place]), left) : left
    }, order)
  }

  /** Takes one thing back after the other, as long as it stays refused: what remains is refused for itself. */
  async #smallestRefused(order: Order): Promise<Order> {
    const { base } = this.#book
    let suspect = order
    for (const place of PLACES) {
      if (suspect[place] === base[place]) continue
      const without = withPlace(suspect, place, base[place])
      if (!isSame(without, base) && isRefusal(await this.order(without))) suspect = without
    }
    return suspect
  }

  /** A value that is refused however it is written is refused for itself, not for how it is written. */
  async #plainly(refused: Order): Promise<Culprit> {
    const { base } = this.#book
    let suspect = refused
    for (const place of PLACES) {
      const plain = plainOf(suspect[place], this.#book)
      if (suspect[place] === base[place] || plain === suspect[place] || plain === undefined) continue
      const plainer = withPlace(suspect, place, plain)
      if (!isSame(plainer, base) && isRefusal(await this.order(plainer))) suspect = plainer
    }
    const culprit = PLACES.filter((place) => suspect[place] !== base[place])
    // The plainest submission has a duration of its own, which may be what one thing does not go with.
    if (culprit.length === 1 && culprit[0] !== 'duration' && suspect.duration) {
      await this.order(withPlace(suspect, 'duration', undefined))
    }
    return culprit.map((place) => [place, suspect[place]])
  }
}

/** The same, or another way of writing it where it is refused plainly written. */
function isLike(trait: Trait | undefined, culprit: Trait | undefined, book: OrderBook): boolean {
  return trait === culprit || (culprit !== undefined && plainOf(trait, book) === culprit)
}

function withPlace(order: Order, place: Place, trait: Trait | undefined): Order {
  const { [place]: _, ...others } = order
  return trait ? { ...others, [place]: trait } : others
}

const isSame = (one: Order, other: Order) => PLACES.every((place) => one[place] === other[place])
