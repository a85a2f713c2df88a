import { setImmediate } from 'node:timers/promises'
import type { Recording } from '../../../engine/history/recording.ts'
import type { Blame, Judge } from './blame.ts'
import { type Extent, until } from './until.ts'

/** Nothing else has a turn for so long: what has passed is to be on the disk at once. */
const SLICE_MS = 10
const LEAST_PAUSE_MS = 500
/** Of the time, what judging may take: the longer the record, the less often it is gone through. */
const TIMES_OF_THE_LAST = 9

type Parts = {
  judges: readonly Judge[]
  recording: Recording
  /** How much of it there is by now. */
  extent(): Extent
  /** All findings of the moment, and how many exchanges they rest on. */
  found(findings: readonly Blame[], exchanges: number): void
  failed(error: unknown): void
  now?(): number
}

/** Judges what has been recorded so far, again and again while there is more of it: the same judges as at the end. */
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

  /** There is more. */
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
