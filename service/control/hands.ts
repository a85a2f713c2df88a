import type { ServiceAccounts } from '../accounts.ts'
import type { ServiceClock } from '../clock.ts'
import type { Answer, Caller } from '../interface/world.ts'
import type { Journal } from '../journal/journal.ts'
import type { Scenarios } from '../scenarios/play.ts'
import type { Store } from '../store/store.ts'
import type { JobsInHand } from './jobs.ts'
import type { Snapshots } from './snapshots.ts'

/** Everything needed to observe and control a running service. */
export type Hands = {
  readonly baseUrl: string
  readonly accounts: ServiceAccounts
  readonly jobs: JobsInHand
  readonly journal: Journal
  readonly scenarios: Scenarios
  readonly clock: ServiceClock
  readonly snapshots: Snapshots
  readonly store: Store
  /** Sends a request as the owner of a key without having the key; scenarios and journal treat it like any other. */
  ask(caller: Caller, request: OwnRequest): Promise<Answer>
}

/** `path`: relative to the base URL. */
export type OwnRequest = { method: string; path: string; body?: unknown }
