import type { ServiceAccounts } from '../accounts.ts'
import type { ServiceClock } from '../clock.ts'
import type { Answer, Caller } from '../interface/world.ts'
import type { Journal } from '../journal/journal.ts'
import type { Scenarios } from '../scenarios/play.ts'
import type { Store } from '../store/store.ts'
import type { JobsInHand } from './jobs.ts'
import type { Snapshots } from './snapshots.ts'

/** Everything by which a running service is watched and led, beside its interface. */
export type Hands = {
  readonly baseUrl: string
  readonly accounts: ServiceAccounts
  readonly jobs: JobsInHand
  readonly journal: Journal
  readonly scenarios: Scenarios
  readonly clock: ServiceClock
  readonly snapshots: Snapshots
  readonly store: Store
  /** One request as the owner of a key, for who no longer has the key itself; scenarios and journal see it as any other. */
  ask(caller: Caller, request: OwnRequest): Promise<Answer>
}

/** `path`: below the base URL. */
export type OwnRequest = { method: string; path: string; body?: unknown }
