import type { Phase, Quickness } from '../phase.ts'

type Parts = {
  deadlineMs: number
  now(): number
  /** Requests a second, where the server has said that it was asked too fast. */
  allowed(): number | undefined
  /** How many polls a job needs. */
  polls(): number
  /** Requests that may wait for their turn when no more are wanted, and those that end the run. */
  last(): number
  /** Those that nothing else is under way with. */
  alone: readonly Phase[]
  lasts(phase: Phase, pace: Quickness): number
}

/** Phases beside each other are left this part of the time at least, and the others the rest of it at most. */
const LEAST_BESIDE = 0.4
/** Some answers take longer than the others, some requests are sent again, and a job may need a second look. */
const MARGIN = 1.5

/** Of the time of a run, at least, for unfinished jobs alone. */
const LAST_PART = 0.08

/** Divides the time of a run against a server that allows few requests a second, so that it ends by itself, with a verdict. */
export class SlowServer {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** When phases beside each other have to end, so that those behind them find the time that they need. */
  endOfBeside(): number | undefined {
    const { deadlineMs, alone } = this.#parts
    const pace = this.#pace()
    if (!pace) return undefined
    const fitting = deadlineMs * (1 - LEAST_BESIDE)
    let needed = 0
    for (const phase of alone) {
      const ms = this.#parts.lasts(phase, pace)
      if (needed + ms <= fitting) needed += Math.min(ms * MARGIN, fitting - needed)
    }
    return deadlineMs - needed
  }

  /** Why a phase that nothing else is under way with cannot come to its end any more. */
  whyNot(phase: Phase): string | undefined {
    const { deadlineMs, now } = this.#parts
    const pace = this.#pace()
    if (!pace || !this.#parts.alone.includes(phase)) return undefined
    const [needed, left] = [this.#parts.lasts(phase, pace), deadlineMs - now()]
    if (needed <= left) return undefined
    const seconds = (ms: number) => Math.max(0, Math.round(ms / 1000))
    const minutes = Math.ceil((deadlineMs + needed) / 60_000)
    return `it takes about ${seconds(needed)} s at the server's limit of ${(1000 / pace.answerMs).toFixed(1)} requests a second, and ${seconds(left)} s were left; use --deadline ${minutes}m`
  }

  /** Why there is no time for another request but those that jobs need, if so. */
  whyLate(): string | undefined {
    const { deadlineMs, now, last } = this.#parts
    const pace = this.#pace()
    const isLate = pace && now() > deadlineMs - Math.max(deadlineMs * LAST_PART, last() * pace.answerMs)
    if (!isLate) return undefined
    const [rate, minutes] = [(1000 / pace.answerMs).toFixed(1), Math.ceil(deadlineMs / 30_000)]
    return `no time was left at the server's limit of ${rate} requests a second; use --deadline ${minutes}m`
  }

  #pace(): Quickness | undefined {
    const allowed = this.#parts.allowed()
    return allowed === undefined ? undefined : { answerMs: 1000 / allowed, polls: this.#parts.polls() }
  }
}
