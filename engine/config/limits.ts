export type Limit = {
  most: number
  unit: 'bytes' | 'ms' | 'times' | 'levels' | 'characters' | 'pieces'
  /** What is limited, and why to this value. */
  about: string
  /** What happens beyond the limit. */
  beyond: string
  /** The option that changes it. */
  option?: string
}

const KIBIBYTE = 1024
const MEBIBYTE = 1024 * KIBIBYTE

/** Limits that a user may care about, by subject: docs/reference/limits.md lists them. Other limits are constants where they are used. */
export const LIMITS_BY_SUBJECT = {
  Responses: {
    headBytes: {
      most: 32 * KIBIBYTE,
      unit: 'bytes',
      about: 'Response headers or trailers; most servers send 1 to 2 kB, and most proxies refuse 16 kB.',
      beyond: 'The response is discarded and decides nothing.',
    },
    bodyBytes: {
      most: MEBIBYTE,
      unit: 'bytes',
      about: 'Response body; most take a few kB, lists of models and usage may be longer.',
      beyond: 'The rest is not read. Clauses that need the complete body are inconclusive.',
    },
    unpackedBytes: {
      most: MEBIBYTE,
      unit: 'bytes',
      about: 'Decompressed body; 1 kB can expand to 1 MB or more.',
      beyond: 'The body counts as too large.',
    },
    connectMs: {
      most: 10_000,
      unit: 'ms',
      about: 'Time to connect, TLS handshake included.',
      beyond: 'The request is retried; if every connection fails, the server is unreachable.',
    },
    silenceMs: {
      most: 20_000,
      unit: 'ms',
      about: 'Time to the first byte of a response, and between two parts of it.',
      beyond: 'The request fails with a timeout and is retried once.',
    },
    answerMs: {
      most: 40_000,
      unit: 'ms',
      about: 'Time from the first byte of a response to the last, against slow drips.',
      beyond: 'The request fails with a timeout and is retried once.',
    },
    jsonLevels: {
      most: 200,
      unit: 'levels',
      about: 'Nesting of JSON in a response; the interface uses about 5 levels.',
      beyond: 'Status and headers are judged. Clauses that need the JSON are inconclusive.',
    },
    jsonValues: {
      most: 200_000,
      unit: 'pieces',
      about: 'Values in the JSON of a response; a long list has about 10,000.',
      beyond: 'Status and headers are judged. Clauses that need the JSON are inconclusive.',
    },
  },
  Pace: {
    inFlight: {
      most: 8,
      unit: 'pieces',
      about: 'Concurrent requests to a remote server, which others may use, too.',
      beyond: 'Further requests wait.',
      option: '--concurrency',
    },
    connections: {
      most: 6,
      unit: 'pieces',
      about: 'Connections to the server per kind: valid key, no key, invalid key.',
      beyond: 'Further requests wait for a connection.',
    },
    waitMs: {
      most: 3_600_000,
      unit: 'ms',
      about: 'One wait for Retry-After, if the deadline allows it.',
      beyond: 'The 429 stands and decides nothing.',
      option: '--deadline',
    },
    retries: {
      most: 3,
      unit: 'times',
      about: 'Retries of a request that failed or returned 5xx.',
      beyond: 'The last result counts.',
    },
    unfinishedJobs: {
      most: 64,
      unit: 'pieces',
      about: 'Unfinished jobs at once; each is polled to completion.',
      beyond: 'Further submissions wait until a job finishes.',
    },
    runMs: {
      most: 600_000,
      unit: 'ms',
      about: 'The complete run; judging adds to it.',
      beyond: 'Unfinished jobs are reported. Clauses not tested by then are inconclusive.',
      option: '--deadline',
    },
    judgingMs: {
      most: 5000,
      unit: 'ms',
      about:
        'Judging a run, plus a fiftieth of the deadline or 0.25 ms per request. On a busy machine CPU time counts, up to five times as long.',
      beyond:
        'Clauses not judged by then are inconclusive, and so is the run. A second judgement stops at the same point.',
      option: '--deadline',
    },
    clientMs: {
      most: 120_000,
      unit: 'ms',
      about: 'One scenario of a client; a conforming one takes at most about 40 s.',
      beyond: 'The client and its child processes are ended, and it is judged by what it did.',
      option: '--timeout',
    },
  },
  Downloads: {
    downloadBytes: {
      most: 32 * MEBIBYTE,
      unit: 'bytes',
      about: 'Downloads of all videos of a run; with range requests a video takes a few kB.',
      beyond: 'Nothing more is fetched, and clauses that need the files are inconclusive.',
      option: '--max-download',
    },
    fileRequests: {
      most: 10,
      unit: 'pieces',
      about: 'Requests for one file; reading its index takes 2 or 3.',
      beyond: 'Clauses that need more of the file are inconclusive.',
    },
    fileBytesAtOnce: {
      most: 8 * MEBIBYTE,
      unit: 'bytes',
      about: 'A file without range requests, or one range; at least a quarter of --max-download.',
      beyond: 'The rest is not read, and clauses that need it are inconclusive.',
    },
    urlCharacters: {
      most: 8192,
      unit: 'characters',
      about: 'URL of a video or a redirect; signed URLs have 2,000 to 3,000.',
      beyond: 'The URL is not fetched, and clauses that need the file are inconclusive.',
    },
    redirects: {
      most: 10,
      unit: 'pieces',
      about: 'Redirects of one download; stores use 1 or 2, browsers follow 20.',
      beyond: 'The file is not fetched, and clauses that need it are inconclusive.',
    },
    readBytes: {
      most: 48 * MEBIBYTE,
      unit: 'bytes',
      about: 'All reads of one file.',
      beyond: 'The file is unreadable, and clauses that need it are inconclusive.',
    },
  },
  Files: {
    historyCharacters: {
      most: 1_073_741_824,
      unit: 'characters',
      about: 'The history of a run, about 500,000 ordinary exchanges.',
      beyond: 'The run ends and judges what it recorded.',
    },
    givenFileBytes: {
      most: 4 * MEBIBYTE,
      unit: 'bytes',
      about: 'Price lists, certificates, keys and configuration files.',
      beyond: 'Wrong usage (exit 64).',
    },
    givenRecordBytes: {
      most: 256 * MEBIBYTE,
      unit: 'bytes',
      about: 'HAR files, contracts, baselines, and reports of a recorded run.',
      beyond: 'Wrong usage (exit 64).',
    },
    recordingMs: {
      most: 300_000,
      unit: 'ms',
      about: 'Reading and judging a HAR file; 30 MiB take about 10 s.',
      beyond: 'Clauses not judged by then are inconclusive. A file not read by then has no verdict (exit 2).',
    },
    documentBytes: {
      most: 20 * MEBIBYTE,
      unit: 'bytes',
      about: 'OpenAPI document at a URL, compressed and decompressed.',
      beyond: 'The document is not read; the message gives the reason.',
    },
    harCharacters: {
      most: 64_000_000,
      unit: 'characters',
      about: 'report.har, with all requests and responses.',
      beyond: 'Further exchanges are truncated; the history has all of them.',
    },
    summaryBytes: {
      most: 190000,
      unit: 'bytes',
      about: 'report.md; GitHub drops a step summary that is too long.',
      beyond: 'The least important parts are left out, and the report says so.',
    },
  },
} as const satisfies Record<string, Record<string, Limit>>

type Subjects = typeof LIMITS_BY_SUBJECT
type NameOf<Subject> = Subject extends unknown ? keyof Subject : never

/** The limits as plain numbers. */
export const LIMITS = Object.fromEntries(
  Object.values<Record<string, Limit>>(LIMITS_BY_SUBJECT).flatMap((limits) =>
    Object.entries(limits).map(([name, { most }]) => [name, most]),
  ),
) as Record<NameOf<Subjects[keyof Subjects]>, number>
