import type { Configuration } from '../config/configuration.ts'
import type { Target } from '../config/target.ts'
import type { Dialect } from '../history/entry/dialect.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import type { History } from '../history/history.ts'
import type { Client } from '../http/client.ts'
import type { Budget } from '../http/limits/budget.ts'
import type { Job } from '../jobs/job.ts'
import type { Leftover } from '../jobs/leftovers.ts'
import type { Jobs } from '../jobs/pool.ts'
import type { NotTested } from '../run/not-tested.ts'

export type Introduction = {
  /** Why nothing at all can be judged, if so. */
  stop?: string
  /** Why no job could be had, if so. */
  noJob?: NotTested
  submission?: Exchange
  job?: Job
}

export type Parts = {
  client: Client
  target: Target
  configuration: Configuration
  dialect: Dialect
  jobs: Jobs
  budget: Budget
  history: History
  /** Jobs of an earlier run that may take up the room. */
  leftovers: readonly Leftover[]
  /** Aborts when the run has to end. */
  over: AbortSignal
  /** Somebody is there who knows the key. */
  onReached(): void
  /** What the run waits for from now on, or that it waits no longer. */
  waitFor(what: string | undefined): void
}
