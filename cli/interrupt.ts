import { EXIT } from '../runner/report/exit-codes.ts'

/** The first signal asks the run to end and report; a second one does not wait for it. */
export function onInterrupt(): { signal: AbortSignal; forget(): void } {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted)
    controller.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return {
    signal: controller.signal,
    forget() {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
    },
  }
}
