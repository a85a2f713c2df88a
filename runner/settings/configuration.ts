import { POLL_INTERVAL_SECONDS } from '../../spec/words.ts'
import { BOUNDS } from './bounds/bounds.ts'
import type { FILES_TO_TRUST_AND_SHOW } from './network-names.ts'
import type { Prices } from './prices/prices.ts'
import { drawnSeed } from './seed.ts'
import type { Waiver } from './waiver.ts'

/** smoke: the fewest requests that say something · standard: what a remote server is asked by default · full: everything. */
export const PROFILES = ['smoke', 'standard', 'full'] as const
export type Profile = (typeof PROFILES)[number]

/** How many bodies are generated unless the user says otherwise; each costs nothing while it is refused. */
export const GENERATED_BODIES: Record<Profile, number> = { smoke: 0, standard: 480, full: 5500 }

/** What a run is told, keys aside. It stands in the history, so that a judge knows what the run was allowed to do. */
export type Configuration = {
  profile: Profile
  only: string[]
  /** A test framework chose what is tried, and shows by itself what was not. */
  hosted?: true
  /** The contracts that are held against the server, as they were named. */
  pacts?: string[]
  /** The base URL may be plain http to another machine. */
  allowHttp: boolean
  /** A file of certificates of CAs that are trusted besides. */
  ca?: string
  /** The files of what is shown to a server that asks who is there. */
  clientCert?: string
  clientKey?: string
  /** HTTP/2 is not asked for. */
  http1?: boolean
  /** Any certificate was taken, whoever showed it. */
  insecure?: boolean
  strict: boolean
  complete: boolean
  pollIntervalMs: number
  /** How long a final job is left alone before it is read again. */
  settleMs: number
  /** How far usage may lag behind the end of a job. */
  lagMs: number
  model?: string
  maxResolution?: string
  maxDuration?: number
  maxJobs?: number
  maxVideoSeconds?: number
  maxRequests?: number
  /** What jobs cost, where the user has said so. */
  prices?: Prices
  /** As it is written, in the unit of the prices. */
  maxCost?: string
  /** That limit does not count the polls of jobs. */
  pollsAside?: boolean
  rate?: number
  /** Requests under way at once, where the user has said so. */
  concurrency?: number
  /** Whether the files that results lead to are looked at. */
  media: boolean
  /** Bytes of them that a run reads at most. */
  maxDownload: number
  deadlineMs: number
  requestTimeoutMs: number
  burst: number
  seed: number
  /** How many bodies are generated. */
  generate: number
  imageUrl?: string
  failingPrompt?: string
  /** Failures that are known and put up with. */
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
