/** Nearly all bodies are shorter. */
const ORDINARY_CHARACTERS = 16 * 1024
/** Redacting 1 million characters takes 0.2 s. */
export const MOST_LONG_CHARACTERS = 2 * 1024 * 1024

/** Whoever interrupts a run waits for no server that says nothing, and for none that says very much. */
const PATIENCE_MS = 1000
const LOOK_MS = 100

/** Aborts once the run has been interrupted and waiting is of no use; `heard` is told how long each answer is. */
export function patienceOnceInterrupted(interrupt: AbortSignal | undefined): {
  signal: AbortSignal
  heard(characters: number): void
  end(): void
} {
  const over = new AbortController()
  let last = 0
  let long = 0
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    last = performance.now()
    timer = setInterval(() => {
      if (performance.now() - last > PATIENCE_MS) over.abort()
    }, LOOK_MS)
    timer.unref()
  }
  if (interrupt?.aborted) begin()
  else interrupt?.addEventListener('abort', begin, { once: true })
  return {
    signal: over.signal,
    heard(characters) {
      last = performance.now()
      if (interrupt?.aborted && characters > ORDINARY_CHARACTERS) long += characters
      if (long > MOST_LONG_CHARACTERS) over.abort()
    },
    end() {
      clearInterval(timer)
      interrupt?.removeEventListener('abort', begin)
    },
  }
}
