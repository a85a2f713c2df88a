import type { HistoryEntry } from '../history/entry/entries.ts'
import { succeeded } from '../history/reading/reading.ts'
import { Pace } from './pace.ts'
import { isQuiet, type Phase } from './phase.ts'
import { type Left, secondsAt } from './planning/estimate.ts'
import type { PlannedRun } from './planning/plan.ts'

/** Requests before the pace of a run is known. */
const LEAST_REQUESTS = 20
/** After this time, only the measured throughput counts. */
const SETTLED_MS = 10_000
/** In a longer gap, the run waits for jobs and not for responses. */
const LONGEST_GAP_MS = 1000
/** The shown time approaches a new estimate during this part of it, so that it does not jump. */
const EASE = { part: 0.1, leastMs: 2000 }

type Phased = { requests: number; jobs: number; beganAt: number; isOver: boolean }

/** Time left of a run, from its plan and its history so far. Times are those of the run's clock. */
export class TimeLeft {
  readonly #plan: PlannedRun
  readonly #allowedRate: () => number | undefined
  readonly #pace = new Pace()
  readonly #phases = new Map<string, Phased>()
  readonly #quiet: ReadonlySet<string>
  readonly #deadlineMs: number
  #sent = 0
  #now = 0
  /** Parallel phases: requests without polls, their time, and the last response. */
  #parallel: { requests: number; busyMs: number; last: number } | undefined
  #isQuiet = false
  #shown: { at: number; ms: number } | undefined

  /** `allowedRate`: requests per second, once the server has limited them. */
  constructor(plan: PlannedRun, deadlineMs: number, allowedRate: () => number | undefined = () => undefined) {
    this.#plan = plan
    this.#allowedRate = allowedRate
    this.#deadlineMs = deadlineMs
    this.#quiet = new Set(plan.phases.filter(isQuiet).map(({ name }) => name))
  }

  note(entry: HistoryEntry): void {
    this.#pace.note(entry)
    if (entry.kind === 'exchange') {
      const { purpose, request, at, ms } = entry
      const phase = this.#phase(purpose.by, at)
      phase.requests++
      if (request.method === 'POST' && purpose.part === 'submission' && succeeded(entry)) phase.jobs++
      this.#sent++
      this.#now = at + ms
      this.#isQuiet ||= this.#quiet.has(purpose.by)
      if (purpose.part !== 'poll') this.#noteThroughput(ms)
    }
    if (entry.kind === 'learned') this.#parallel = { requests: 0, busyMs: 0, last: this.#now }
    // Phases that had not ended run again.
    if (entry.kind === 'resumed') for (const [name, { isOver }] of this.#phases) if (!isOver) this.#phases.delete(name)
    if (entry.kind === 'driven' || entry.kind === 'skipped' || entry.kind === 'cut-short')
      this.#phase(entry.by, this.#now).isOver = true
  }

  /** Undefined until enough is known. */
  secondsAt(now: number): number | undefined {
    const ms = this.#msAt(now)
    if (ms === undefined) return undefined
    const before = this.#shown
    const passed = before ? now - before.at : 0
    const counted = before ? before.ms - passed : ms
    const easeMs = Math.max(EASE.leastMs, counted * EASE.part)
    const shown = counted + (ms - counted) * Math.min(1, passed / easeMs)
    this.#shown = { at: now, ms: Math.max(0, shown) }
    return this.#shown.ms / 1000
  }

  #noteThroughput(ms: number): void {
    const parallel = this.#parallel
    if (!parallel || this.#isQuiet) return
    parallel.requests++
    parallel.busyMs += Math.min(Math.max(0, this.#now - parallel.last), Math.max(LONGEST_GAP_MS, 2 * ms))
    parallel.last = this.#now
  }

  #msAt(now: number): number | undefined {
    const { plan, allotment } = this.#plan
    const parallel = this.#parallel
    if (!parallel || parallel.requests < Math.min(LEAST_REQUESTS, plan.requests / 4)) return undefined
    const allowed = this.#allowedRate()
    const seen = this.#pace.quickness({ ...plan, requests: Math.max(1, plan.requests - this.#sent) })
    if (!seen) return undefined
    // The client lowers it for a while after a 429.
    const perSecond = allowed === undefined ? seen.perSecond : Math.max(allowed, this.#pace.recentPerSecond)
    const pace = { ...seen, ...(perSecond !== undefined && { perSecond }) }
    const throughput = (parallel.requests * 1000) / Math.max(1, parallel.busyMs)
    const { costs } = allotment
    const ofPhase = ({ name }: Phase) => this.#phases.get(name)
    const leftOf = (phase: Phase, what: 'requests' | 'jobs') => {
      const { isOver = false, [what]: done = 0 } = ofPhase(phase) ?? {}
      return isOver ? 0 : Math.max(0, (costs.get(phase)![what] ?? 0) - done)
    }
    const left: Left = {
      isDiscovered: true,
      elapsedMs: now,
      sent: this.#sent,
      unfinished: this.#pace.unfinished,
      // A phase that sends more than planned has not ended yet.
      requestsOf: (phase) => Math.max(ofPhase(phase)?.isOver === false ? 1 : 0, leftOf(phase, 'requests')),
      jobsOf: (phase) => leftOf(phase, 'jobs'),
      msSoFar: (phase) => now - (ofPhase(phase)?.beganAt ?? now),
      throughput: {
        perSecond: Math.max(throughput, this.#isQuiet ? 0 : this.#pace.recentPerSecond),
        weight: Math.min(1, parallel.busyMs / SETTLED_MS),
      },
    }
    const ms = secondsAt(pace, this.#plan, this.#deadlineMs, left) * 1000
    return Math.max(0, Math.min(ms, this.#deadlineMs - now))
  }

  #phase(name: string, beganAt: number): Phased {
    const known = this.#phases.get(name) ?? { requests: 0, jobs: 0, beganAt, isOver: false }
    this.#phases.set(name, known)
    return known
  }
}
