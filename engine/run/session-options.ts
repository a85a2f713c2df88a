import type { Configuration } from '../config/configuration.ts'
import type { Target } from '../config/target.ts'
import type { Began } from '../history/entry/entries.ts'
import type { History } from '../history/history.ts'
import type { Recording } from '../history/recording.ts'
import type { Network } from '../http/network/network.ts'
import type { Leftover } from '../jobs/leftovers.ts'
import type { Check } from '../judge/check.ts'
import type { KeyPrints } from '../keys/prints.ts'
import type { Vault } from '../keys/vault.ts'
import type { Still } from '../media/still.ts'
import type { EarlyFailure } from './early-verdicts.ts'
import type { PlannedRun } from './planning/plan.ts'
import type { Planned } from './planning/selection.ts'
import type { Progress } from './progress.ts'
import type { Resumption } from './resume/resumption.ts'

/** What callers of a run may pass through to its session. */
export type SessionHooks = {
  resumption?: Resumption | undefined
  /** Draws previews of the videos that are inspected. */
  still?: Still | undefined
  /** Ends the run; requests in flight and unfinished jobs are completed. */
  interrupt?: AbortSignal | undefined
  /** Ends the run at once. */
  giveUp?: AbortSignal | undefined
  onProgress?: ((progress: Progress) => void) | undefined
  /** A check failed while the run goes on. */
  onFailed?: ((failure: EarlyFailure, recording: Recording) => void) | undefined
  /** All phases of the check are done. */
  onDriven?: ((check: Check) => void) | undefined
}

export type SessionOptions = SessionHooks & {
  target: Target
  vault: Vault
  configuration: Configuration
  network: Network
  planned: readonly Planned[]
  plan: PlannedRun
  suite: Began['suite']
  specSha256: string
  /** The server was started for this run. */
  embedded: boolean
  historyPath?: string | undefined
  prints?: KeyPrints | undefined
  /** Finds unfinished jobs of an earlier run; undefined if the run is over before. */
  leftovers?: (over: AbortSignal) => Promise<readonly Leftover[] | undefined>
  /** The server accepts the key; may be called more than once. */
  onReached?: (history: History) => void
}
