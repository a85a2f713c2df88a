import type { PlannedCost } from '../engine/run/planning/plan.ts'
import type { Progress } from '../engine/run/progress.ts'

/** 20ms, 3s, 10m, 1.5h */
export type Time = `${number}${'ms' | 's' | 'm' | 'h'}`

/** 500kB, 32MiB, 1.5GB */
export type Size = `${number}${'B' | 'kB' | 'MB' | 'GB' | 'KiB' | 'MiB' | 'GiB'}`

/** Prices of jobs. The first rate that matches a job applies; every job must match a rate. */
export type PriceList = {
  /** Unit of the amounts, such as EUR or credits. */
  unit: string
  /** Rounds durations up to whole seconds. Default: false */
  wholeSeconds?: boolean
  rates: readonly {
    resolution?: string | readonly string[]
    bitDepth?: 8 | 10
    /** Maximum fps of the job. Default: any */
    fpsUpTo?: number
    /** 0.05 or '0.05' */
    perSecond?: number | string
    perJob?: number | string
  }[]
}

/** Options of a run, named as on the command line. */
export type Choices = {
  /** smoke: 1 job, standard: about 12, full: about 60. Default: standard; full for the embedded service */
  profile?: 'smoke' | 'standard' | 'full' | undefined
  /** Suites, groups, clauses or checks to run; * matches any characters. Default: all */
  only?: string | readonly string[] | undefined
  /** Allow plain http:// to a remote host (keys can be read in transit). Default: false */
  allowHttp?: boolean | undefined
  /** PEM file of CAs to trust in addition to the system CAs. */
  ca?: string | undefined
  /** PEM files of the client certificate and its private key. */
  clientCert?: string | undefined
  clientKey?: string | undefined
  /** Use HTTP/1.1 even if the server offers HTTP/2. Default: false */
  http1?: boolean | undefined
  /** Accept any TLS certificate; every report says so. Default: false */
  insecure?: boolean | undefined
  /** Fail on should clauses, too. Default: false */
  strict?: boolean | undefined
  /** Known failures to accept: a reason per clause. */
  waive?: Readonly<Record<string, string>> | undefined
  /** Give no verdict if a must clause was not tested. Default: false */
  complete?: boolean | undefined
  /** Time between two polls of a job. Default: 3s; 100ms for a loopback host, 20ms for the embedded service */
  pollInterval?: Time | undefined
  /** Model to submit with. Default: the first that GET /models lists */
  model?: string | undefined
  /** Largest resolution and longest video (seconds) to request. Default: 4k, 60 */
  maxResolution?: '480p' | '720p' | '1080p' | '2k' | '4k' | undefined
  maxDuration?: number | undefined
  maxJobs?: number | undefined
  maxVideoSeconds?: number | undefined
  maxRequests?: number | undefined
  /** Price list: a file, or the list itself. */
  prices?: string | PriceList | undefined
  /** Maximum cost, in the unit of the prices: 20 or '12.50'. Default: no limit */
  maxCost?: number | string | undefined
  /** Fetch and check videos. Default: true */
  media?: boolean | undefined
  /** Maximum total download of videos. Default: 32MiB */
  maxDownload?: Size | undefined
  /** Maximum requests per second. Default: no limit until the server returns 429 */
  rate?: number | undefined
  /** Maximum number of concurrent requests. Default: 8; no limit on a loopback host */
  concurrency?: number | undefined
  /** End the run after this time. Default: 10m */
  deadline?: Time | undefined
  /** Submit up to this many jobs at once to provoke a 429. Default: 0 */
  burst?: number | undefined
  /** Number of generated request bodies with one defect each. Default: 0 in smoke, 480 in standard, 5500 in full */
  generate?: number | undefined
  /** Random seed; the same seed sends the same requests. Default: random */
  seed?: number | undefined
  /** Words to redact in all output, like keys. */
  redact?: string | readonly string[] | undefined
}

/** Files that a run writes; without `out`, none. */
export type Output = {
  /** Folder for report.json, history.jsonl and the other reports. */
  out?: string | undefined
  /** Number of earlier runs to keep in that folder. Default: 5 */
  keep?: number | undefined
  /** Reports in addition to report.json: html, junit, ctrf, har, markdown, or with a path: junit=path/to.xml. */
  report?: string | readonly string[] | undefined
}

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
export type Config = Choices &
  Output & {
    baseUrl?: string | undefined
    /** File of NAME=value lines with the keys. */
    env?: string | undefined
    quiet?: boolean | undefined
    verbose?: boolean | undefined
    /** How junit.xml shows a failed should clause. Default: pass */
    junitWarnings?: 'pass' | 'skipped' | 'failure' | undefined
  }

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
