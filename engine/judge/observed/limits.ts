import { getHeapStatistics } from 'node:v8'
import { BOUNDS } from '../../config/bounds/bounds.ts'

/** There is no verdict: reading a recording has reached the limit of time or memory. */
export class LimitReached extends Error {
  override name = 'LimitReached'
}

const MEBIBYTE = 1024 * 1024
/** To ask how much memory is used takes longer than most of what is done in between. */
const MEMORY_EACH = 256

type Most = { ms: number; bytes: number }

/** How long judging a recording may take, and how much memory. */
export class Limits {
  readonly #most: Most
  readonly #begun = performance.now()
  #asked = 0
  #reached: string | undefined

  constructor({ ms = BOUNDS.recordingMs.most, bytes = memoryLimit() }: Partial<Most> = {}) {
    this.#most = { ms, bytes }
  }

  whyToStop = (): { how: 'deadline'; why: string } | undefined => {
    this.#reached ??= this.#look()
    return this.#reached === undefined ? undefined : { how: 'deadline', why: this.#reached }
  }

  /** Throws LimitReached where what is not read whole cannot be judged. */
  hold(): void {
    const stop = this.whyToStop()
    if (stop) throw new LimitReached(stop.why)
  }

  #look(): string | undefined {
    const { ms, bytes } = this.#most
    if (performance.now() - this.#begun > ms) return `judging the file took longer than ${ms / 1000} s; ${SPLIT}`
    if (this.#asked++ % MEMORY_EACH !== 0 || process.memoryUsage.rss() <= bytes) return undefined
    return `judging the file took more than ${Math.round(bytes / MEBIBYTE)} MiB of memory; ${SPLIT}`
  }
}

const SPLIT = 'split the file, or record less'

/** Node itself ends a process that takes more than it allows, without a word on the file. */
const memoryLimit = () => Math.min(BOUNDS.recordingMemory.most, getHeapStatistics().heap_size_limit * 0.75)
