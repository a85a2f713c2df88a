import { POLL_INTERVAL_SECONDS } from '../../spec/words.ts'
import { BOUNDS } from './bounds/bounds.ts'
import type { FILES_TO_TRUST_AND_SHOW } from './network-names.ts'
import type { Prices } from './prices/prices.ts'
import { drawnSeed } from './seed.ts'
import type { Waiver } from './waiver.ts'

/** smoke: 1 job · standard: default for remote servers · full: all checks. */
export const PROFILES = ['smoke', 'standard', 'full'] as const
export type Profile = (typeof PROFILES)[number]

/** Default number of generated bodies. */
export const GENERATED_BODIES: Record<Profile, number> = { smoke: 0, standard: 480, full: 5500 }

/** Options of a run, without keys; recorded in the history for judges. */
export type Configuration = {
  profile: Profile
  only: string[]
  /** A test framework selected the checks and reports those not run. */
  hosted?: true
  /** Pact contracts to verify, as named by the user. */
  pacts?: string[]
  /** Allow plain http:// to a remote host. */
  allowHttp: boolean
  /** PEM file of additional CAs. */
  ca?: string
  /** PEM files of the client certificate and its key. */
  clientCert?: string
  clientKey?: string
  /** Use HTTP/1.1 only. */
  http1?: boolean
  /** Accept any TLS certificate. */
  insecure?: boolean
  strict: boolean
  complete: boolean
  pollIntervalMs: number
  /** Wait before a final job is read again. */
  settleMs: number
  /** Maximum delay of usage after the end of a job. */
  lagMs: number
  model?: string
  maxResolution?: string
  maxDuration?: number
  maxJobs?: number
  maxVideoSeconds?: number
  maxRequests?: number
  /** Price list of the user. */
  prices?: Prices
  /** As written by the user, in the unit of the prices. */
  maxCost?: string
  /** maxRequests does not count polls. */
  pollsAside?: boolean
  rate?: number
  /** Maximum number of concurrent requests. */
  concurrency?: number
  /** Fetch and check videos. */
  media: boolean
  /** Maximum download of videos, in bytes. */
  maxDownload: number
  deadlineMs: number
  requestTimeoutMs: number
  burst: number
  seed: number
  /** Number of generated bodies. */
  generate: number
  imageUrl?: string
  failingPrompt?: string
  /** Accepted known failures. */
  waive: Waiver[]
}

/** Of certificates and keys, as they were named. */
export type FilesNamed = Pick<Configuration, (typeof FILES_TO_TRUST_AND_SHOW)[number]>

/** How often unfinished jobs are polled by default: a server on this machine is no shared one. §3 asks clients for 3 to 5 s. */
export const POLL_INTERVAL_MS = { embedded: 20, loopback: 100, remote: POLL_INTERVAL_SECONDS.least * 1000 }

const DEFAULTS = {
  profile: 'standard',
  only: [],
  allowHttp: false,
  strict: false,
  complete: false,
  pollIntervalMs: POLL_INTERVAL_MS.remote,
  deadlineMs: BOUNDS.runMs.most,
  lagMs: 10_000,
  requestTimeoutMs: BOUNDS.silenceMs.most,
  burst: 0,
  media: true,
  maxDownload: BOUNDS.downloadBytes.most,
  waive: [],
} as const

export type Wishes = { [K in keyof Configuration]?: Configuration[K] | undefined }

/** Fills in what the user left open. `local`: the server is started for this run alone. */
export function configure(wishes: Wishes, local: boolean): Configuration {
  const said = Object.fromEntries(
    Object.entries(wishes).filter(([, value]) => value !== undefined),
  ) as Partial<Configuration>
  const pollIntervalMs = said.pollIntervalMs ?? (local ? POLL_INTERVAL_MS.embedded : DEFAULTS.pollIntervalMs)
  const profile = said.profile ?? (local ? 'full' : DEFAULTS.profile)
  return {
    ...DEFAULTS,
    only: [],
    waive: [],
    generate: GENERATED_BODIES[profile],
    seed: drawnSeed(),
    settleMs: Math.min(5000, Math.max(250, pollIntervalMs * 2)),
    ...said,
    profile,
    pollIntervalMs,
  }
}
