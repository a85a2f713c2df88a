import type { NameOf, WrittenOptions } from '../engine/config/options.ts'
import type { PlannedCost } from '../engine/run/planning/plan.ts'
import type { Progress } from '../engine/run/progress.ts'

export type { PriceList } from '../engine/config/prices/prices.ts'
export type { Size, Time } from '../engine/config/values.ts'

/** Options of a run, named as on the command line; docs/reference/options.md explains each. */
export type Choices = WrittenOptions<Exclude<NameOf<'run' | 'library'>, keyof Output>>

/** Files that a run writes; without `out`, none. */
export type Output = WrittenOptions<'out' | 'keep' | 'report'>

export type Keys = {
  /** API key of account A, the account to test with. */
  key: string
  /** Another key of account A. */
  sameAccount?: string | undefined
  /** Key of account B. */
  otherAccount?: string | undefined
  revoked?: string | undefined
}

/** Server to test: `baseUrl` with `keys`, `env`, or `embedded`. The environment is read only from `env`. */
export type Server = {
  /** Base URL, including the version: https://host/v1. */
  baseUrl?: string | undefined
  keys?: Keys | undefined
  /** URL of an image that the server can fetch. */
  imageUrl?: string | undefined
  /** Prompt whose job fails. */
  failingPrompt?: string | undefined
  /** Environment for GATECHECK_BASE_URL, GATECHECK_KEY, HTTPS_PROXY and so on, such as process.env. Other options take precedence. */
  env?: Readonly<Record<string, string | undefined>> | undefined
  /** Test the reference service, started for this run. */
  embedded?: boolean | undefined
}

export type PlanOptions = Server & Choices

export type RunOptions = PlanOptions &
  Output & {
    /** Interrupts the run: it polls its unfinished jobs to completion, and the report says that it was interrupted. */
    signal?: AbortSignal | undefined
    /** Interrupts the run without polling its unfinished jobs. */
    giveUp?: AbortSignal | undefined
    onProgress?: ((event: ProgressEvent) => void) | undefined
  }

/** Content of gatecheck.config.ts. Keys are not allowed in it. */
export type Config = WrittenOptions<NameOf<'run' | 'library' | 'config'>>

/** Requests and jobs of a run against a conforming server, without polls of unfinished jobs. */
export type Plan = {
  baseUrl: string
  requests: number
  jobs: number
  videoSeconds: number
  /** Maximum download of videos, in bytes. */
  downloadBytes: number
  /** Maximum of the run on any server; `orders` are the jobs that it submits on purpose. */
  atMost: { requests: number; jobs: number; videoSeconds: number; downloadBytes: number; orders: number }
  /** Cost, if there is a price list; amounts are decimal strings. */
  cost?: PlannedCost
  /** Maximum number of requests, polls included, if a limit sets one. */
  mostRequests?: number
  deadlineSeconds: number
  pollIntervalSeconds: number
  suites: {
    name: string
    checks: number
    observations: number
    requests: number
    skipped: { id: string; why: string }[]
  }[]
}

export type ProgressEvent =
  /** Before anything is sent. */
  | { kind: 'planned'; plan: Plan }
  | ({ kind: 'progress' } & Progress)
  /** A check has sent its requests; its verdict is in the report. */
  | { kind: 'driven'; check: string; suite: string; title: string; subject: string }
