import { setImmediate } from 'node:timers/promises'
import type { Recording } from '../../../engine/history/recording.ts'
import type { Blame, Judge } from './blame.ts'
import { type Extent, until } from './until.ts'

/** Longest time without yielding, so that exchanges are written promptly. */
const SLICE_MS = 10
const LEAST_PAUSE_MS = 500
/** Pause after a round as a multiple of its duration: judging takes at most a tenth of the time. */
const TIMES_OF_THE_LAST = 9

type Parts = {
  judges: readonly Judge[]
  recording: Recording
  /** Current size of the recording. */
  extent(): Extent
  /** All current findings, and the number of exchanges they are based on. */
  found(findings: readonly Blame[], exchanges: number): void
  failed(error: unknown): void
  now?(): number
}

/** Judges the recording so far, repeatedly as it grows, with the same judges as at the end. */
export class Live {
  readonly #parts: Parts
  readonly #now: () => number
  #judged = 0
  #timer: NodeJS.Timeout | undefined
  #isAtIt = false
  #isOver = false
  #restsUntil = 0

  constructor(parts: Parts) {
    this.#parts = parts
    this.#now = parts.now ?? (() => performance.now())
  }

  /** Call when the recording has grown. */
  look(): void {
    if (this.#isOver || this.#isAtIt || this.#timer) return
    const afterMs = Math.max(LEAST_PAUSE_MS, this.#restsUntil - this.#now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#judge().catch((error) => this.#parts.failed(error))
    }, afterMs).unref()
  }

  close(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  async #judge(): Promise<void> {
    const { judges, recording, extent, found } = this.#parts
    const upTo = extent()
    if (upTo.entries === this.#judged) return
    this.#isAtIt = true
    const begun = this.#now()
    try {
      const findings: Blame[] = []
      for (const judge of judges) {
        const steps = judge(until(recording, upTo))
        for (let at = this.#now(); ; ) {
          const { done, value } = steps.next()
          if (done) {
            findings.push(...value)
            break
          }
          if (this.#now() - at < SLICE_MS) continue
          await setImmediate()
          if (this.#isOver) return
          at = this.#now()
        }
      }
      this.#judged = upTo.entries
      found(findings, upTo.exchanges)
    } finally {
      this.#isAtIt = false
      const now = this.#now()
      this.#restsUntil = now + (now - begun) * TIMES_OF_THE_LAST
    }
    if (extent().entries > upTo.entries) this.look()
  }
}
