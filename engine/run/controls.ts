import type { EndpointName } from '../../spec/endpoints.ts'
import type { Configuration } from '../config/configuration.ts'
import type { Target } from '../config/target.ts'
import type { Dialect } from '../history/entry/dialect.ts'
import type { Exchange, Purpose, RequestTemplate } from '../history/entry/exchange.ts'
import type { History } from '../history/history.ts'
import type { Client } from '../http/client.ts'
import type { Amount } from '../http/limits/amount.ts'
import type { SpendingLimit } from '../http/limits/limits.ts'
import type { Job } from '../jobs/job.ts'
import type { Jobs } from '../jobs/pool.ts'
import type { Vault } from '../keys/vault.ts'
import type { Still } from '../media/still.ts'

export type Control = { exchange: Exchange; request: RequestTemplate }

/** A twin that reads a job reads it again each time it is sent. */
export function readOf({ exchange: { purpose } }: Control): Pick<Purpose, 'job' | 'polled'> {
  const { job, polled } = purpose
  return job !== undefined && polled !== undefined ? { job, polled } : {}
}

/** What the session shares with the drives of all checks. */
export type Shared = {
  client: Client
  history: History
  jobs: Jobs
  vault: Vault
  target: Target
  configuration: Configuration
  dialect: Dialect
  /** The job of the introduction, once it is known that there is one. */
  firstJob: Promise<Job>
  /** Planned jobs of each phase. */
  planned: ReadonlyMap<string, Amount>
  /** With limits: of how much a phase chooses its jobs. */
  shares: ReadonlyMap<string, Amount>
  /** With limits on jobs: the most that submissions to be refused may amount to. */
  unexpected?: Amount
  /** Phases for which the requests do not suffice. */
  leftOut: ReadonlySet<string>
  /** The limit of which least is left. */
  limit?: { option: SpendingLimit; most: number | string }
  /** How many requests may still be sent, those that jobs need to come to their ends aside. */
  requestsLeft(): number
  /** Where a decoder is at hand. */
  still?: Still
  foils: Map<string, Promise<Exchange>>
  /** Parts of phases that were finished before the run was resumed. */
  finishedParts: ReadonlySet<string>
  /** Run clock when this process began; above 0 in a resumed run. */
  resumedAt: number
  /** When the phases that go on side by side have to end, so that those behind them have the time that they need. */
  endOfBeside?(): number | undefined
  /** Why there is no time for another request but those that jobs need, if so. */
  whyLate?(): string | undefined
  /** Resolves when no more jobs are submitted while several phases are under way at once. */
  placed(): Promise<unknown>
  /** A request to each endpoint that this run has seen succeed, or why there is none. */
  twin(name: EndpointName): Promise<Control>
}
