import type { Client } from '../http/client.ts'
import type { JobPool } from '../jobs/pool.ts'
import type { Phase, Quickness } from './phase.ts'
import type { PlannedRun } from './planning/plan.ts'

/** Least share of the deadline for parallel phases. */
const PARALLEL_SHARE = 0.4
/** Some responses take longer, and some requests are sent again. */
const MARGIN = 1.5
/** Least share of the deadline for polls of unfinished jobs alone. */
const LAST_SHARE = 0.08

type Parts = {
  plan: Pick<PlannedRun, 'phases' | 'allotment' | 'input'>
  /** Phases that run one by one. */
  quiet: readonly Phase[]
  client: Pick<Client, 'allowedRate'>
  jobs: Pick<JobPool, 'all' | 'mostPolls'>
  deadlineMs: number
  now(): number
}

/** Divides the time of a run if the server limits requests per second, so that the run ends with a verdict. */
export class SlowServer {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** When parallel phases must end, so that the others have enough time. */
  endOfParallel(): number | undefined {
    const { deadlineMs, quiet } = this.#parts
    const pace = this.#pace()
    if (!pace) return undefined
    const most = deadlineMs * (1 - PARALLEL_SHARE)
    let needed = 0
    for (const phase of quiet) {
      const ms = this.#msOf(phase, pace)
      if (needed + ms <= most) needed += Math.min(ms * MARGIN, most - needed)
    }
    return deadlineMs - needed
  }

  /** Why a quiet phase is not started: it would end after the deadline. */
  whyNot(phase: Phase): string | undefined {
    const { deadlineMs, now, quiet } = this.#parts
    const pace = this.#pace()
    if (!pace || !quiet.includes(phase)) return undefined
    const [needed, left] = [this.#msOf(phase, pace), deadlineMs - now()]
    if (needed <= left) return undefined
    const seconds = (ms: number) => Math.max(0, Math.round(ms / 1000))
    const minutes = Math.ceil((deadlineMs + needed) / 60_000)
    return `it takes about ${seconds(needed)} s at the server's limit of ${rateOf(pace)} requests a second, and ${seconds(left)} s were left; use --deadline ${minutes}m`
  }

  /** Why only jobs are polled from now on. */
  whyLate(): string | undefined {
    const { deadlineMs, now, plan, jobs } = this.#parts
    const pace = this.#pace()
    if (!pace) return undefined
    const lastRequests = plan.phases.length + jobs.all.length
    if (now() <= deadlineMs - Math.max(deadlineMs * LAST_SHARE, lastRequests * pace.answerMs)) return undefined
    const minutes = Math.ceil(deadlineMs / 30_000)
    return `no time was left at the server's limit of ${rateOf(pace)} requests a second; use --deadline ${minutes}m`
  }

  #pace(): Quickness | undefined {
    const { client, jobs } = this.#parts
    const { allowedRate } = client
    return allowedRate === undefined ? undefined : { answerMs: 1000 / allowedRate, polls: jobs.mostPolls }
  }

  #msOf(phase: Phase, pace: Quickness): number {
    const { allotment, input } = this.#parts.plan
    return phase.lasts?.(input, pace) ?? (allotment.costs.get(phase)?.requests ?? 0) * pace.answerMs
  }
}

const rateOf = ({ answerMs }: Quickness) => (1000 / answerMs).toFixed(1)
