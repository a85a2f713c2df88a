import { EXIT } from '../engine/config/exit-codes.ts'
import type { Io } from './io.ts'

export type Interrupt = {
  /** Aborted by the first signal: nothing more is submitted, unfinished jobs are polled to completion. */
  signal: AbortSignal
  /** Aborted by the second signal: stop now. */
  giveUp: AbortSignal
  forget(): void
}

/** The first signal ends the run with a report, the second leaves its jobs unfinished, the third ends the process. */
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

/** The first signal stops running clients and leads to a report; the second ends the process. */
export function onStop(io: Io): Pick<Interrupt, 'signal' | 'forget'> {
  const tell = () => void io.stderr.write('\nInterrupted: stopping the clients.\n')
  const { signal, giveUp, forget } = onInterrupt(io, tell)
  giveUp.addEventListener('abort', () => process.exit(EXIT.interrupted))
  return { signal, forget }
}
