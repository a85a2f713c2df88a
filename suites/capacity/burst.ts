import type { Drive } from '../../runner/driving/drive.ts'
import { NotTried } from '../../runner/driving/not-tried.ts'
import type { Check } from '../../runner/judging/check.ts'
import { FIELDS } from '../../spec/words.ts'
import { bookFor } from '../limits/book.ts'
import { FAILING_PROMPT } from '../limits/inputs.ts'
import type { OrderBook } from '../limits/order-book.ts'
import { bodyOf, type Order, traitsOf } from '../limits/trait.ts'

const BURST = 'burst'
const MOST = 50

/** As many submissions at once as the user allows, of different kinds; each 429 is waited for, and its job made. */
async function provoke(drive: Drive): Promise<void> {
  const { burst } = drive.configuration
  if (burst === 0) return
  const book = await bookFor(drive)
  const kinds = unlike(book)
  const orders = Array.from({ length: Math.min(burst, MOST) }, (_, index) => kinds[index % kinds.length]!)
  await Promise.all(
    orders.map(async (order, index) => {
      const tries = traitsOf(order).map(({ name }) => name)
      try {
        // Two keys of an account share its room, and the words that say so.
        const key = index % 2 === 1 && drive.has('A2') ? 'A2' : 'A'
        await drive.submit(bodyOf(order), { key, purpose: { case: `${index + 1} of a burst`, tries }, atOnce: true })
      } catch (error) {
        if (!(error instanceof NotTried)) throw error
        drive.gap(`${index + 1} of a burst`, error)
      }
    }),
  )
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

/** What makes a check be driven by the burst that all of them share. */
export const burst: Pick<Check, 'exclusive' | 'cost' | 'drive'> = {
  exclusive: true,
  cost: ({ configuration }) => ({
    requests: configuration.burst * 2,
    jobs: configuration.burst,
    videoSeconds: configuration.burst * 5,
  }),
  drive: (drive) => drive.together(BURST, provoke),
}
