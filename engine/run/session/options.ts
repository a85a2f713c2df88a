import type { Configuration } from '../../config/configuration.ts'
import type { Target } from '../../config/target.ts'
import type { Began } from '../../history/entry/entries.ts'
import type { History } from '../../history/history.ts'
import type { Network } from '../../http/network/network.ts'
import type { Leftover } from '../../jobs/leftovers.ts'
import type { Check } from '../../judge/check.ts'
import type { KeyPrints } from '../../keys/prints.ts'
import type { Vault } from '../../keys/vault.ts'
import type { Still } from '../../media/still.ts'
import type { PlannedRun } from '../planning/plan.ts'
import type { Planned } from '../planning/selection.ts'
import type { Progress } from '../progress.ts'
import type { Resumption } from '../resume/resumption.ts'

export type SessionOptions = {
  target: Target
  vault: Vault
  configuration: Configuration
  network: Network
  planned: readonly Planned[]
  suite: Began['suite']
  /** What its requests call it by; one is drawn where it has none yet. */
  run?: string
  specSha256: string
  /** The server was started for this run. */
  embedded?: boolean
  historyPath?: string
  plan: PlannedRun
  prints?: KeyPrints
  /** The run broke off, and goes on. */
  resumption?: Resumption
  /** The user's wish to stop: what is under way is brought to its end. */
  interrupt?: AbortSignal
  /** The wish to stop at once. */
  giveUp?: AbortSignal
  /** Finds the jobs that an earlier run has left unfinished; undefined where the run is over before. */
  leftovers?: (over: AbortSignal) => Promise<readonly Leftover[] | undefined>
  /** Draws small pictures of videos, for people to see. */
  still?: Still
  /** Somebody is there who knows the key; told more than once, perhaps. */
  onReached?: (history: History) => void
  onProgress?: (progress: Progress) => void
  /** A check has done what it does by itself. */
  onDriven?: (check: Check) => void
}
