import type { PlannedCost } from '../runner/run/planning/plan-cost.ts'
import type { Progress } from '../runner/run/progress.ts'

/** 20ms, 3s, 10m, 1.5h */
export type Time = `${number}${'ms' | 's' | 'm' | 'h'}`

/** 500kB, 32MiB, 1.5GB */
export type Size = `${number}${'B' | 'kB' | 'MB' | 'GB' | 'KiB' | 'MiB' | 'GiB'}`

/** What jobs cost; of the rates that fit a job the first one counts, and each kind of job has to have one. */
export type PriceList = {
  /** What is counted: EUR, credits. */
  unit: string
  /** A second that has begun is charged as a whole one. */
  wholeSeconds?: boolean
  rates: readonly {
    resolution?: string | readonly string[]
    bitDepth?: 8 | 10
    /** For jobs of so many frames a second at most. */
    fpsUpTo?: number
    /** 0.05 or '0.05' */
    perSecond?: number | string
    perJob?: number | string
  }[]
}

/** What a run does and how much it may cost: the names and the rules are those of the command line. */
export type Choices = {
  /** smoke: one job; what the others cost, `npx gatecheck plan` says. Default: standard; full for the embedded service. */
  profile?: 'smoke' | 'standard' | 'full' | undefined
  /** Suites, clauses or checks; * stands for any characters. */
  only?: string | readonly string[] | undefined
  /** The base URL may be plain http to another machine, where whoever stands in between can read the keys. */
  allowHttp?: boolean | undefined
  /** A file (PEM) of certificates of CAs to trust besides the usual ones. */
  ca?: string | undefined
  /** Files (PEM) of the certificate, and of its private key, that are shown to the server. */
  clientCert?: string | undefined
  clientKey?: string | undefined
  /** HTTP/1.1 alone, where HTTP/2 may be offered. */
  http1?: boolean | undefined
  /** Take any certificate, whoever shows it: such a run is no evidence. */
  insecure?: boolean | undefined
  /** A broken should clause fails the run, too. */
  strict?: boolean | undefined
  /** Known failures to put up with: a reason for each clause. */
  waive?: Readonly<Record<string, string>> | undefined
  /** A must clause that is not judged is no verdict. */
  complete?: boolean | undefined
  /** Between two polls of a job. Default: 3s; 100ms for a server on this machine, 20ms for the embedded service. */
  pollInterval?: Time | undefined
  /** The model to submit with. Default: the first that is listed. */
  model?: string | undefined
  /** What the account may ask for at most. */
  maxResolution?: '480p' | '720p' | '1080p' | '2k' | '4k' | undefined
  maxDuration?: number | undefined
  maxJobs?: number | undefined
  maxVideoSeconds?: number | undefined
  maxRequests?: number | undefined
  /** What jobs cost: a file, or the list itself. */
  prices?: string | PriceList | undefined
  /** No more is spent than this, in the unit of the prices: 20 or '12.50'. */
  maxCost?: number | string | undefined
  /** Whether the videos that results lead to are looked at. Default: true */
  media?: boolean | undefined
  /** Of which no more is read than this. Default: 32MiB */
  maxDownload?: Size | undefined
  /** Requests a second. */
  rate?: number | undefined
  /** Requests under way at once. Default: 8 for another machine */
  concurrency?: number | undefined
  /** When the run ends, whatever is unfinished. Default: 10m */
  deadline?: Time | undefined
  /** So many submissions at once, to meet a 429. */
  burst?: number | undefined
  /** How many bodies with one thing wrong are generated. */
  generate?: number | undefined
  /** What is drawn by chance depends on it alone. */
  seed?: number | undefined
  /** Words that are kept out of every output, as keys are. */
  redact?: string | readonly string[] | undefined
}

/** What a run leaves on the disk: nothing, unless there is a folder for it. */
export type Output = {
  /** The folder for report.json, history.jsonl and the reports. */
  out?: string | undefined
  /** How many earlier runs that folder keeps. */
  keep?: number | undefined
  /** Which reports beside report.json: html, junit, ctrf, har, markdown, or such as junit=path/to.xml. */
  report?: string | readonly string[] | undefined
}

export type Keys = {
  /** A key of the account to test with. */
  key: string
  /** Another key of that account. */
  sameAccount?: string | undefined
  /** A key of another account. */
  otherAccount?: string | undefined
  revoked?: string | undefined
}

/** The server: one of `baseUrl` with `keys`, `env`, or `embedded`. Nothing is read from the environment unless it is given. */
export type Server = {
  /** It ends with the version. */
  baseUrl?: string | undefined
  keys?: Keys | undefined
  /** An image that the server may use. */
  imageUrl?: string | undefined
  /** A prompt that it is known to fail. */
  failingPrompt?: string | undefined
  /** Where GATECHECK_BASE_URL, GATECHECK_KEY, HTTPS_PROXY and the like are looked up, such as process.env; what is given beside it goes first. */
  env?: Readonly<Record<string, string | undefined>> | undefined
  /** The reference service, started for this run alone. */
  embedded?: boolean | undefined
}

export type PlanOptions = Server & Choices

export type RunOptions = PlanOptions &
  Output & {
    /** Ends the run early: no more is asked, its jobs are brought to their ends, and the report says that it was interrupted. */
    signal?: AbortSignal | undefined
    /** Leaves the jobs where they are as well. */
    giveUp?: AbortSignal | undefined
    onProgress?: ((event: ProgressEvent) => void) | undefined
  }

/** What a file gatecheck.config.ts may hold. Keys never stand in it. */
export type Config = Choices &
  Output & {
    baseUrl?: string | undefined
    /** A file of NAME=value lines with the keys. */
    env?: string | undefined
    quiet?: boolean | undefined
    verbose?: boolean | undefined
    /** How junit.xml shows a broken should clause. */
    junitWarnings?: 'pass' | 'skipped' | 'failure' | undefined
  }

/** What a run costs on a server that conforms; polls of unfinished jobs come on top. */
export type Plan = {
  baseUrl: string
  requests: number
  jobs: number
  videoSeconds: number
  /** Of the videos that results lead to, no more is read. */
  downloadBytes: number
  /** Whatever the server does, a run spends no more; `orders` are the jobs that are meant to be made. */
  atMost: { requests: number; jobs: number; videoSeconds: number; downloadBytes: number; orders: number }
  /** What it costs, where there is a price list; amounts are decimal numbers as text. */
  cost?: PlannedCost
  /** More than so many are never sent, polls included, where limits say so. */
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
  /** A check has done all that it does by itself; its verdict stands in the report. */
  | { kind: 'driven'; check: string; suite: string; title: string; subject: string }
