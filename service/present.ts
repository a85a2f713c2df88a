import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller, Settings } from './interface/world.ts'

/** State of the request being handled. */
export type Present = {
  /** The scoped layers that apply to this request. */
  readonly layers: ReadonlySet<object>
  /** Set if these layers change settings. */
  readonly settings: Settings | undefined
  job?: string
  caller?: Caller
  /** Made within the service, without a key, for a known account. */
  readonly isFromWithin?: true
}

export function presents() {
  const storage = new AsyncLocalStorage<Present>()
  let inOneGo: Present | undefined
  return {
    now: () => inOneGo ?? storage.getStore(),
    during: <Result>(present: Present, work: () => Result): Result => storage.run(present, work),
    /** For handlers that take all decisions before their first await: AsyncLocalStorage costs time. */
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
