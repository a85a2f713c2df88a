import { EXIT } from '../../runner/report/exit-codes.ts'

/** The first signal ends the clients that are under way and lets what came be told; a second one waits for nothing. */
export function onStop(): { signal: AbortSignal; forget(): void } {
  const first = new AbortController()
  const stop = () => {
    if (first.signal.aborted) process.exit(EXIT.interrupted)
    first.abort()
    process.stderr.write('\nInterrupted: the clients that were started are ended.\n')
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return {
    signal: first.signal,
    forget() {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
    },
  }
}
