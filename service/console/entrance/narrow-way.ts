import { Refusal } from '../refusals.ts'

/** A queue that limits how many run and how many wait. */
export function wayTo({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  let under = 0
  const queue: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (under >= atOnce) {
      if (queue.length >= waiting)
        throw new Refusal(429, 'too_many', 'Too many sign-in attempts at once.', { retryAfter: 2 })
      await new Promise<void>((resolve) => queue.push(resolve))
    } else under++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else under--
    }
  }
}
