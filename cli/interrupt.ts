import { EXIT } from '../engine/config/exit-codes.ts'
import type { Io } from './io.ts'

export type Interrupt = {
  /** No more is asked; jobs that are under way are brought to their ends. */
  signal: AbortSignal
  /** Nothing more is waited for. */
  giveUp: AbortSignal
  forget(): void
}

/** The first signal asks the run to end and report, the second to leave its jobs where they are; a third is not waited for. */
export function onInterrupt(io: Io, tell: (words: string) => void): Interrupt {
  const [first, second] = [new AbortController(), new AbortController()]
  const stop = () => {
    if (second.signal.aborted) process.exit(EXIT.interrupted)
    if (first.signal.aborted) return second.abort()
    first.abort()
    tell('Interrupted. Polling unfinished jobs to completion; interrupt again to stop now.')
  }
  io.on('SIGINT', stop)
  io.on('SIGTERM', stop)
  return {
    signal: first.signal,
    giveUp: second.signal,
    forget() {
      io.off('SIGINT', stop)
      io.off('SIGTERM', stop)
    },
  }
}
