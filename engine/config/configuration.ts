import type { ExpectedFailures } from './expected.ts'
import { LIMITS } from './limits.ts'
import type { FILES_TO_TRUST_AND_SHOW } from './network-names.ts'
import { type Configured, defaultsOfRun, GENERATED_BODIES, POLL_INTERVAL_MS, type WithDefault } from './options.ts'
import type { Waiver } from './waiver.ts'

export { GENERATED_BODIES, POLL_INTERVAL_MS, PROFILES, type Profile } from './options.ts'

/** Options of a run, without keys; recorded in the history for judges. */
export type Configuration = Omit<Configured, 'waive' | WithDefault> &
  Required<Pick<Configured, WithDefault | 'generate'>> & {
    /** Accepted known failures. */
    waive: Waiver[]
    /** The list of known failures. */
    expected?: ExpectedFailures
    /** Wait before a final job is read again. */
    settleMs: number
    /** Maximum delay of usage after the end of a job. */
    lagMs: number
    requestTimeoutMs: number
    /** A test framework selected the checks and reports those not run. */
    hosted?: true
    /** Pact contracts to verify, as named by the user. */
    pacts?: string[]
    /** maxRequests does not count polls. */
    pollsAside?: boolean
    imageUrl?: string
    failingPrompt?: string
  }

/** Files of certificates and keys, as named by the user. */
export type FilesNamed = Pick<Configuration, (typeof FILES_TO_TRUST_AND_SHOW)[number]>

export type Wishes = { [K in keyof Configuration]?: Configuration[K] | undefined }

/** Adds the defaults to the options of the user. `local`: the server is started for this run alone. */
export function configure(wishes: Wishes, local: boolean): Configuration {
  const given = Object.fromEntries(Object.entries(wishes).filter(([, value]) => value !== undefined)) as Wishes
  const defaults = { ...defaultsOfRun(), ...(local && { profile: 'full', pollIntervalMs: POLL_INTERVAL_MS.embedded }) }
  const { profile, pollIntervalMs } = { ...defaults, ...given } as Configuration
  return {
    ...defaults,
    waive: [],
    lagMs: 10_000,
    requestTimeoutMs: LIMITS.silenceMs,
    generate: GENERATED_BODIES[profile],
    settleMs: Math.min(5000, Math.max(250, pollIntervalMs * 2)),
    ...given,
  } as Configuration
}
