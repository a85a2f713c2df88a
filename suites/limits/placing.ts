import { type Drive, NotTried } from '../../runner/drive.ts'
import type { Exchange } from '../../runner/exchange.ts'
import type { Following } from '../../runner/jobs.ts'
import { undecided } from '../../runner/probes.ts'
import { statusOf, succeeded } from '../../runner/reading.ts'
import { bookFor } from './means.ts'
import type { OrderBook } from './order-book.ts'
import { bodyOf, type Order, PLACES, type Place, type Trait, traitsOf } from './trait.ts'

export const PLACING = 'orders'
/** The plainest submission once more, to see that it is still taken on. */
export const CONTROL = 'the plainest submission again'

/** How many refused orders are taken apart: with more, something basic is broken, and the first ones show it. */
const MOST_TAKEN_APART = { smoke: 0, standard: 4, full: 12 }

/** Credits or rights that have run out refuse everything. */
export const isAboutMoney = (exchange: Exchange) => [402, 403].includes(statusOf(exchange) ?? 0)

const isRefusal = (exchange: Exchange) =>
  !succeeded(exchange) && !isAboutMoney(exchange) && undecided(exchange) === undefined

/** Submits all orders, and takes apart those that are refused. */
export async function placeOrders(drive: Drive): Promise<void> {
  const book = await bookFor(drive)
  const place = new Placing(drive, book)
  const refused: Order[] = []
  await Promise.all(
    book.orders.map(async (order, index) => {
      try {
        const answer = await place.order(order, index % 8 === 1 ? 'in a crowd' : 'one by one')
        if (isRefusal(answer)) refused.push(order)
      } catch (error) {
        if (!(error instanceof NotTried)) throw error
        drive.gap(namesOf(traitsOf(order)).join(', '), error.message)
      }
    }),
  )
  if (refused.length === 0 || !(await place.control())) return
  for (const order of refused.slice(0, MOST_TAKEN_APART[drive.configuration.profile])) await place.takeApart(order)
  await place.control()
}

const namesOf = (traits: readonly Trait[]) => traits.map(({ name }) => name)
const keyOf = ({ key }: Order) => (key?.key ? { key: key.key } : {})

class Placing {
  readonly #drive: Drive
  readonly #book: OrderBook
  readonly #culprits: Trait[][] = []

  constructor(drive: Drive, book: OrderBook) {
    this.#drive = drive
    this.#book = book
  }

  async order(order: Order, following: Following = 'one by one'): Promise<Exchange> {
    const traits = traitsOf(order)
    const purpose = { case: namesOf(traits).join(', '), tries: namesOf(traits) }
    const { exchange } = await this.#drive.submit(bodyOf(order), { ...keyOf(order), purpose, following })
    return exchange
  }

  async control(): Promise<boolean> {
    const { exchange } = await this.#drive.submit(bodyOf(this.#book.base), { purpose: { case: CONTROL, tries: [] } })
    return succeeded(exchange)
  }

  /** Takes one thing back after the other, as long as it stays refused: what remains is refused for itself. */
  async takeApart(order: Order): Promise<void> {
    if (this.#culprits.some((culprit) => culprit.every((trait) => order[trait.place] === trait))) return
    let suspect = order
    const { base } = this.#book
    for (const place of PLACES) {
      if (suspect[place] === base[place]) continue
      const without = withPlace(suspect, place, base[place])
      if (isSame(without, base)) continue
      try {
        if (isRefusal(await this.order(without))) suspect = without
      } catch (error) {
        if (!(error instanceof NotTried)) throw error
        return
      }
    }
    this.#culprits.push(traitsOf(suspect).filter((trait) => base[trait.place] !== trait))
  }
}

function withPlace(order: Order, place: Place, trait: Trait | undefined): Order {
  const { [place]: _, ...others } = order
  return trait ? { ...others, [place]: trait } : others
}

const isSame = (one: Order, other: Order) => PLACES.every((place) => one[place] === other[place])
