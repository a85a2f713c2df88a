import { randomUUID } from 'node:crypto'
import { catalogue } from '../fixtures/catalogue.ts'
import type { Play } from '../service/scenarios/scenario.ts'
import { type RunningService, startService as start } from '../service/start.ts'

export type ServiceOptions = {
  /** Any free one unless said. */
  port?: number
  /** How it fills what the interface leaves open: plain, problem-details, legacy-numbers, single-seat. */
  dialect?: string
  /** How many unfinished jobs an account may have. */
  capacity?: number
  /** How many polls a job needs. */
  polls?: number
  /** What is played from the first request on: `'slow'`, `'busy,times=3'`, `'fault:…'`, or as an object. */
  scenarios?: readonly (Play | string)[]
  /** How many seconds of the service pass in one of yours; 0: its clock stands still until it is moved. */
  speed?: number
  /** A file for the state, which survives the process; otherwise it lives in memory. */
  data?: string
  /** Opens control and console on a second port: any free one, or the one that is said. */
  control?: boolean | { port: number }
}

/** Somebody of his own: what he does moves nobody else's jobs, usage or room. */
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
    /** A good key; `keys` has others: of the same account, of another one, and a revoked one. */
    readonly key: string
    readonly keys: RunningService['keys']
    /** Where control and console listen, if they do. */
    readonly control: string | undefined
    /** A new account with a key, for a test that shares the service with others. */
    tenant(label?: string): Tenant
    /** Back to how it was at the start, or at `snapshots.take(name)`. */
    reset(name?: string): void
  }

/** The whole interface, for tests of a client: on a port of its own, forgotten when it is closed. */
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
