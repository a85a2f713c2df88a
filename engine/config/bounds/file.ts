import { type Bound, MEBIBYTE } from './bound.ts'

/** Of the files that urls of a server lead to. */
export const FILE_BOUNDS = {
  urlCharacters: {
    most: 8192,
    unit: 'characters',
    reason: 'URL of a video or a redirect; signed URLs have 2,000 to 3,000.',
    beyond: 'The URL is not fetched, and clauses that need the file are inconclusive.',
  },
  toldCharacters: {
    most: 500,
    unit: 'characters',
    reason: 'Recorded length of each response header of a download.',
    beyond: 'The rest is discarded.',
  },
  redirects: {
    most: 10,
    unit: 'pieces',
    reason: 'Redirects of one download; stores use 1 or 2, browsers follow 20.',
    beyond: 'The file is not fetched, and clauses that need it are inconclusive.',
  },
  downloadBytes: {
    most: 32 * MEBIBYTE,
    unit: 'bytes',
    reason: 'Downloads of all videos of a run; with range requests a video takes a few kB.',
    beyond: 'Nothing more is fetched, and clauses that need the files are inconclusive.',
    option: '--max-download',
  },
  fileBytesAtOnce: {
    most: 8 * MEBIBYTE,
    unit: 'bytes',
    reason: 'A file without range requests, or one range; at least a quarter of --max-download.',
    beyond: 'The rest is not read, and clauses that need it are inconclusive.',
  },
  unpackedFileTimes: {
    most: 4,
    unit: 'times',
    reason: 'Compression ratio of a file; videos hardly compress.',
    beyond: 'Clauses that need the file are inconclusive.',
  },
  fileRequests: {
    most: 10,
    unit: 'pieces',
    reason: 'Requests for one file; reading its index takes 2 or 3.',
    beyond: 'Clauses that need more of the file are inconclusive.',
  },
  fileWaitMs: {
    most: 5000,
    unit: 'ms',
    reason: 'Wait before a temporarily refused download without Retry-After is retried.',
    beyond: 'The download is retried after this time.',
  },
  origins: {
    most: 8,
    unit: 'pieces',
    reason: 'Hosts to which download connections stay open.',
    beyond: 'The oldest connections are closed.',
  },
  connectionsToOne: {
    most: 4,
    unit: 'pieces',
    reason: 'Connections to one of these hosts.',
    beyond: 'Further downloads wait.',
  },
} as const satisfies Record<string, Bound>
