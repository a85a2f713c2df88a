import type { Check } from '../../runner/check.ts'
import type { Drive } from '../../runner/drive.ts'
import { NotTried } from '../../runner/not-tried.ts'
import { bookFor } from '../limits/means.ts'
import { bodyOf, traitsOf } from '../limits/trait.ts'

const BURST = 'burst'
const MOST = 50

/** As many submissions at once as the user allows, of different kinds; each 429 is waited for, and its job made. */
async function provoke(drive: Drive): Promise<void> {
  const { burst } = drive.configuration
  if (burst === 0) return
  const book = await bookFor(drive)
  const cheap = [book.base, ...book.orders.filter((order) => (order.duration?.seconds ?? 5) <= 5)]
  const orders = Array.from({ length: Math.min(burst, MOST) }, (_, index) => cheap[index % cheap.length]!)
  await Promise.all(
    orders.map(async (order, index) => {
      const tries = traitsOf(order).map(({ name }) => name)
      try {
        // Two keys of an account share its room, and the words that say so.
        const key = index % 2 === 1 && drive.has('A2') ? 'A2' : 'A'
        await drive.submit(bodyOf(order), { key, purpose: { case: `${index + 1} of a burst`, tries }, atOnce: true })
      } catch (error) {
        if (!(error instanceof NotTried)) throw error
        drive.gap(`${index + 1} of a burst`, error.message)
      }
    }),
  )
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
