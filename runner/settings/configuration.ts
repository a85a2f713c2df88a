import { POLL_INTERVAL_SECONDS } from '../../spec/words.ts'
import type { Waiver } from './waiver.ts'

/** smoke: the fewest requests that say something · standard: what a remote server is asked by default · full: everything. */
export const PROFILES = ['smoke', 'standard', 'full'] as const
export type Profile = (typeof PROFILES)[number]

/** How many bodies are generated unless the user says otherwise; each costs nothing while it is refused. */
export const GENERATED_BODIES: Record<Profile, number> = { smoke: 0, standard: 320, full: 5500 }

/** What a run is told, keys aside. It stands in the history, so that a judge knows what the run was allowed to do. */
export type Configuration = {
  profile: Profile
  only: string[]
  /** A test framework chose what is tried, and shows by itself what was not. */
  hosted?: true
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
  /** That limit does not count the polls of jobs. */
  pollsAside?: boolean
  rate?: number
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

const DEFAULTS = {
  profile: 'standard',
  only: [],
  strict: false,
  complete: false,
  pollIntervalMs: POLL_INTERVAL_SECONDS.least * 1000,
  deadlineMs: 10 * 60_000,
  lagMs: 10_000,
  requestTimeoutMs: 20_000,
  burst: 0,
  media: true,
  maxDownload: 32 * 1024 * 1024,
  waive: [],
} as const

export type Wishes = { [K in keyof Configuration]?: Configuration[K] | undefined }

/** Fills in what the user left open. `local` servers answer at once, so there is no reason to poll them at a walking pace. */
export function configure(wishes: Wishes, local: boolean): Configuration {
  const said = Object.fromEntries(
    Object.entries(wishes).filter(([, value]) => value !== undefined),
  ) as Partial<Configuration>
  const pollIntervalMs = said.pollIntervalMs ?? (local ? 20 : DEFAULTS.pollIntervalMs)
  const profile = said.profile ?? (local ? 'full' : DEFAULTS.profile)
  return {
    ...DEFAULTS,
    only: [],
    waive: [],
    generate: GENERATED_BODIES[profile],
    seed: Math.floor(Math.random() * 2 ** 31),
    settleMs: Math.min(5000, Math.max(250, pollIntervalMs * 2)),
    ...said,
    profile,
    pollIntervalMs,
  }
}
