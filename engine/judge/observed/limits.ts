import { getHeapStatistics } from 'node:v8'
import { LIMITS } from '../../config/limits.ts'

/** Reading a recording reached its limit of time or memory: there is no verdict. */
export class LimitReached extends Error {
  override name = 'LimitReached'
}

const MEBIBYTE = 1024 * 1024
const MOST_MEMORY = 2048 * MEBIBYTE
/** Steps between two checks of the memory: a check is slower than most steps. */
const MEMORY_EACH = 256

/** Limits time and memory of judging a recording; Node would end the process without a message. */
export class Limits {
  readonly #ms: number
  readonly #bytes: number
  readonly #begun = performance.now()
  #steps = 0
  #reached: string | undefined

  constructor({
    ms = LIMITS.recordingMs,
    bytes = Math.min(MOST_MEMORY, getHeapStatistics().heap_size_limit * 0.75),
  }: { ms?: number; bytes?: number } = {}) {
    this.#ms = ms
    this.#bytes = bytes
  }

  whyToStop = (): { how: 'deadline'; why: string } | undefined => {
    this.#reached ??= this.#look()
    if (this.#reached === undefined) return undefined
    return { how: 'deadline', why: `${this.#reached}; split the file, or record less` }
  }

  /** Throws LimitReached: a recording that was not read completely cannot be judged. */
  hold(): void {
    const stop = this.whyToStop()
    if (stop) throw new LimitReached(stop.why)
  }

  #look(): string | undefined {
    if (performance.now() - this.#begun > this.#ms) return `judging the file took longer than ${this.#ms / 1000} s`
    if (this.#steps++ % MEMORY_EACH !== 0 || process.memoryUsage.rss() <= this.#bytes) return undefined
    return `judging the file took more than ${Math.round(this.#bytes / MEBIBYTE)} MiB of memory`
  }
}
