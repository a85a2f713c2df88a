import { largest } from '../../engine/config/prices/money.ts'
import { pricingOf } from '../../engine/config/prices/prices.ts'
import { priceOfBodies } from '../../engine/http/limits/price-of-body.ts'
import type { Cost, PlanInput } from '../../engine/run/driving/phase.ts'
import { FIELDS } from '../../spec/words.ts'
import { bookOf } from './book.ts'
import type { OrderBook } from './order-book.ts'
import { bodyOf, type Order } from './trait.ts'

const SHORTEST = JSON.stringify({ prompt: 'A paper boat.', duration: FIELDS.duration.least })
const MANY = Array.from({ length: 40 }, (_, index) => `alias-${index}`)

/** What a run may order, as far as it can be told before the server has said which aliases there are. */
export function booksExpected({ configuration, keys }: PlanInput): OrderBook[] {
  return [MANY.slice(0, 1), MANY.slice(0, 2), MANY].flatMap((aliases) => {
    const dialect = { alias: aliases[0]!, models: { form: '', aliases } }
    return bookOf({ configuration, dialect, keys }, SHORTEST) ?? []
  })
}

const secondsOf = ({ duration }: Order): number => duration?.seconds ?? FIELDS.duration.default

/** Of several books, the dearest. */
export function mostOf(
  input: PlanInput,
  orders: (book: OrderBook) => readonly Order[],
): Required<Pick<Cost, 'jobs' | 'videoSeconds' | 'money'>> {
  const pricing = pricingOf(input.configuration.prices)
  const costs = booksExpected(input).map((book) => {
    const all = orders(book)
    return {
      jobs: all.length,
      videoSeconds: all.reduce((sum, order) => sum + secondsOf(order), 0),
      money: pricing ? priceOfBodies(all.map(bodyOf), pricing) : 0n,
    }
  })
  return {
    jobs: Math.max(0, ...costs.map(({ jobs }) => jobs)),
    videoSeconds: Math.max(0, ...costs.map(({ videoSeconds }) => videoSeconds)),
    money: largest(costs.map(({ money }) => money)),
  }
}
