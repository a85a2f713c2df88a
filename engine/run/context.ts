import type { EndpointName } from '../../spec/endpoints.ts'
import type { Configuration } from '../config/configuration.ts'
import type { Target } from '../config/target.ts'
import type { Dialect } from '../history/entry/dialect.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import type { History } from '../history/history.ts'
import type { Client } from '../http/client.ts'
import type { Amount } from '../http/limits/amount.ts'
import type { SpendingLimit } from '../http/limits/limits.ts'
import type { Job } from '../jobs/job.ts'
import type { JobPool } from '../jobs/pool.ts'
import type { Vault } from '../keys/vault.ts'
import type { Still } from '../media/still.ts'
import type { Control } from './controls.ts'

/** State that the phases of a run share. */
export type RunContext = {
  vault: Vault
  target: Target
  configuration: Configuration
  client: Client
  history: History
  jobs: JobPool
  dialect: Dialect
  /** The job of discovery; rejects if there is none. */
  firstJob: Promise<Job>
  /** Planned jobs of each phase. */
  planned: ReadonlyMap<string, Amount>
  /** With limits: from which share a phase chooses its jobs. */
  shares: ReadonlyMap<string, Amount>
  /** With limits on jobs: maximum for submissions that must be refused. */
  unexpected: Amount | undefined
  /** Phases for which --max-requests does not suffice. */
  leftOut: ReadonlySet<string>
  /** The limit of which least is left. */
  limit: { option: SpendingLimit; most: number | string } | undefined
  /** Excludes those reserved for jobs. */
  requestsLeft(): number
  /** Draws previews of videos. */
  still: Still | undefined
  foils: Map<string, Promise<Exchange>>
  /** Priority of phases when requests have to wait. */
  orderOf: ReadonlyMap<string, number>
  /** Parts of phases that were finished before the run was resumed. */
  finishedParts: ReadonlySet<string>
  /** Run clock when this process began; above 0 in a resumed run. */
  resumedAt: number
  /** When parallel phases must end, on a slow server. */
  endOfParallel?(): number | undefined
  /** Why only jobs are polled from now on. */
  whyLate?(): string | undefined
  /** Resolves when parallel phases submit no more jobs. */
  placed(): Promise<unknown>
  control(name: EndpointName): Promise<Control>
}
