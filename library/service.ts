import { randomUUID } from 'node:crypto'
import { catalogue } from '../fixtures/catalogue.ts'
import type { Play } from '../service/scenarios/scenario.ts'
import { type RunningService, startService as start } from '../service/start.ts'

export type ServiceOptions = {
  /** Port to listen on. Default: any free port */
  port?: number
  /** Implementation choices: plain, legacy-numbers, problem-details, single-seat. Default: plain */
  dialect?: string
  /** Number of unfinished jobs an account may have. Default: set by the dialect */
  capacity?: number
  /** Number of polls a job needs. Default: set by the dialect */
  polls?: number
  /** Scenarios and faults to start with: `'slow'`, `'busy,times=3'`, `'fault:…'`, or objects. */
  scenarios?: readonly (Play | string)[]
  /** Speed of the service's clock; 0 stops it. Default: 1 */
  speed?: number
  /** File for the state. Default: in memory */
  data?: string
  /** Starts console and control API on a second port. Default: false */
  control?: boolean | { port: number }
}

/** A separate account; its jobs, usage and capacity are independent of other accounts. */
export type Tenant = { account: string; key: string; keyId: string }

export type Service = Pick<
  RunningService,
  | 'baseUrl'
  | 'jobs'
  | 'journal'
  | 'scenarios'
  | 'clock'
  | 'snapshots'
  | 'accounts'
  | 'imageUrl'
  | 'failingPrompt'
  | 'close'
> &
  AsyncDisposable & {
    /** Valid key; `keys` has others: of the same account, of another account, and a revoked one. */
    readonly key: string
    readonly keys: RunningService['keys']
    /** URL of console and control API, if started. */
    readonly control: string | undefined
    /** Creates an account with a key, for tests that share a service. */
    tenant(label?: string): Tenant
    /** Resets the service to its start, or to `snapshots.take(name)`. */
    reset(name?: string): void
  }

/** Starts the reference service, for tests of a client. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { control = false, ...others } = options
  const service = await start({
    ...others,
    catalogue,
    ...(control !== false && { controlPort: control === true ? 0 : control.port }),
  })
  const { accounts, snapshots, keys } = service
  return Object.assign(service, {
    key: keys.own,
    tenant(label = 'tenant') {
      const name = `${label}-${randomUUID().slice(0, 8)}`
      accounts.open(name)
      const { account, key, keyId } = accounts.issue(name, label)
      return { account, key, keyId }
    },
    reset: (name?: string) => snapshots.reset(name),
  })
}
