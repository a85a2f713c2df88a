import type { Drive } from '../../engine/run/driving/drive.ts'
import { NotTried } from '../../engine/run/driving/not-tried.ts'
import type { Phase } from '../../engine/run/driving/phase.ts'
import { FIELDS } from '../../spec/words.ts'
import { bookFor } from '../limits/book.ts'
import { mostOf } from '../limits/books-expected.ts'
import { FAILING_PROMPT } from '../limits/inputs.ts'
import type { OrderBook } from '../limits/order-book.ts'
import { bodyOf, type Order, traitsOf } from '../limits/trait.ts'
import { lookAtTheRoom } from './room-looked-at.ts'

const MOST = 50
const KEYS = ['A', 'A2'] as const

/** As many submissions at once as the user allows, of different kinds; each 429 is waited for, and its job made. */
async function provoke(drive: Drive): Promise<void> {
  const { burst } = drive.configuration
  if (burst === 0) return
  const orders = ordersOfABurst(await bookFor(drive), burst)
  // Both keys of an account share its capacity.
  const keys = KEYS.filter((key) => drive.has(key))
  await lookAtTheRoom(drive, keys)
  await Promise.all(
    orders.map(async (order, index) => {
      const tries = traitsOf(order).map(({ name }) => name)
      try {
        const key = keys[index % keys.length]!
        await drive.jobs.submit(bodyOf(order), {
          key,
          purpose: { case: `${index + 1} of a burst`, tries },
          atOnce: true,
        })
      } catch (error) {
        if (!(error instanceof NotTried)) throw error
        drive.gap(`${index + 1} of a burst`, error)
      }
    }),
  )
}

function ordersOfABurst(book: OrderBook, burst: number): Order[] {
  const kinds = unlike(book)
  return Array.from({ length: Math.min(burst, MOST) }, (_, index) => kinds[index % kinds.length]!)
}

/**
 * As unlike each other as can be: what is refused for lack of room, and in which words, may depend on what is asked; and
 * a job that fails has to give its room back like any other.
 */
function unlike({ base, classes, orders }: OrderBook): Order[] {
  const all = classes.flat()
  const first = (name: string) => all.find((each) => each.name === name)?.manners[0]
  const largest = all.findLast(({ place, manners }) => place === 'resolution' && manners.length > 0)?.manners[0]
  const failing = all.flatMap(({ manners }) => manners).find(({ name }) => name === FAILING_PROMPT)
  const image = first('image')
  const fails = failing ? [{ ...base, input: failing }] : []
  const some: Order[] = [
    base,
    ...fails,
    ...(largest ? [{ ...base, resolution: largest }] : []),
    ...(image ? [{ ...base, input: image }] : []),
    ...fails,
    ...(image && largest ? [{ ...base, input: image, resolution: largest }] : []),
    ...fails,
  ]
  const cheap = orders.filter(
    ({ duration }) => (duration?.seconds ?? FIELDS.duration.default) <= FIELDS.duration.default,
  )
  return [...some, ...cheap]
}

/** Many submissions at once to provoke a 429. */
export const BURST: Phase = {
  name: 'burst',
  stage: 'quiet',
  priority: 2,
  max(input) {
    const most = mostOf(input, (book) => ordersOfABurst(book, input.configuration.burst))
    return {
      requests: input.configuration.burst === 0 ? 0 : most.jobs + KEYS.filter((key) => input.keys.includes(key)).length,
      ...most,
    }
  },
  drive: provoke,
}
