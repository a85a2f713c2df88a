import { setFlagsFromString } from 'node:v8'

/** Most runs use less; with frequent garbage collection from here on, a run stays below 400 MB. */
const TIDY_FROM_BYTES = 208 * 1024 * 1024
const LOOK_MS = 100
/** V8 lets the heap grow by half before it collects; with these flags, by a fifth, and in small steps. */
const TIDY = ['--optimize-for-size', '--semi-space-growth-factor=1', '--heap-growing-percent=20']

let timer: NodeJS.Timeout | undefined

/** Servers may send a lot of data: garbage must not fill the memory. */
export function tidyOnceLarge(): void {
  timer = setInterval(() => {
    if (process.memoryUsage.rss() < TIDY_FROM_BYTES) return
    tidyNow()
  }, LOOK_MS)
  timer.unref()
}

/** For synchronous work, which blocks the timer. */
export function tidyNow(): void {
  if (!timer) return
  clearInterval(timer)
  for (const flag of TIDY) setFlagsFromString(flag)
}

/** Frequent collection takes a quarter of a run's time: unnecessary for our own server, whose responses are small. */
export function leaveUntidied(): void {
  clearInterval(timer)
}
