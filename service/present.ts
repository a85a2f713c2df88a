import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller, Settings } from './interface/world.ts'

/** What belongs to the one request that is being answered, wherever in the service it is asked for. */
export type Present = {
  /** The layers that are there for some requests only, and for this one. */
  readonly layers: ReadonlySet<object>
  /** Where those change any. */
  readonly settings: Settings | undefined
  /** The job that it made, polled, or fetched the video of. */
  job?: string
  /** Whose it is, where that is known. */
  caller?: Caller
  /** It came without a key, from somebody whose account was known already. */
  readonly isFromWithin?: true
}

export function presents() {
  const storage = new AsyncLocalStorage<Present>()
  let inOneGo: Present | undefined
  return {
    now: () => inOneGo ?? storage.getStore(),
    during: <Result>(present: Present, work: () => Result): Result => storage.run(present, work),
    /** For what takes all its decisions before it first waits, as the service does without layers: carrying it along costs time. */
    duringOneGo<Result>(present: Present, work: () => Result): Result {
      inOneGo = present
      try {
        return work()
      } finally {
        inOneGo = undefined
      }
    },
  }
}
