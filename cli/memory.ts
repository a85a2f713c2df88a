import { setFlagsFromString } from 'node:v8'

/** Most runs use less; with frequent garbage collection from here on, a run stays below 400 MB. */
const TIDY_FROM_BYTES = 208 * 1024 * 1024
const LOOK_MS = 100
/** V8 lets memory grow by half of what it holds before it tidies up; from then on, by a fifth, and in small portions. */
const TIDY = ['--optimize-for-size', '--semi-space-growth-factor=1', '--heap-growing-percent=20']

let timer: NodeJS.Timeout | undefined

/** A server may hand out much to hold; what is thrown away again must not be what fills the memory. */
export function tidyOnceLarge(): void {
  timer = setInterval(() => {
    if (process.memoryUsage.rss() < TIDY_FROM_BYTES) return
    tidyNow()
  }, LOOK_MS)
  timer.unref()
}

/** For what is read and judged in one piece: no timer has its turn then. */
export function tidyNow(): void {
  if (!timer) return
  clearInterval(timer)
  for (const flag of TIDY) setFlagsFromString(flag)
}

/** Tidying takes a quarter of a run's work: a server of our own in this process is trusted to hand out no more than it has to. */
export function leaveUntidied(): void {
  clearInterval(timer)
}
