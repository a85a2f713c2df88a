import { type Bound, KIBIBYTE, MEBIBYTE } from './bound.ts'

/** Of the files that urls of a server lead to. */
export const FILE_BOUNDS = {
  urlCharacters: {
    most: 8192,
    unit: 'characters',
    reason: 'A url of a result, or of a redirect: signed ones have two or three thousand.',
    beyond: 'It is not asked for, and what needs its file is inconclusive.',
    heldBy: 'runner/wire/files/fetcher.test.ts',
  },
  toldCharacters: {
    most: 500,
    unit: 'characters',
    reason: 'Of each header that says what came from a url, and how it may be asked for.',
    beyond: 'The rest is left out.',
  },
  redirects: {
    most: 10,
    unit: 'pieces',
    reason: 'From a url to its file, or to a document: stores take one or two, and browsers 20.',
    beyond: 'The file is not fetched, and what needs it is inconclusive; a circle leads nowhere.',
    heldBy: 'runner/wire/files/fetcher.test.ts',
  },
  downloadBytes: {
    most: 32 * MEBIBYTE,
    unit: 'bytes',
    reason: 'Of all videos of a run together; where a server has ranges, each takes some kilobytes.',
    beyond: 'No more is fetched, and what needs the files is inconclusive.',
    option: '--max-download',
  },
  fileBytesAtOnce: {
    most: 8 * MEBIBYTE,
    unit: 'bytes',
    reason: 'Of a file that comes in no ranges, and of one range; a quarter of --max-download, where that is more.',
    beyond: 'The rest is not read, and what needs it is inconclusive.',
    heldBy: 'runner/wire/files/served-file.test.ts',
  },
  unpackedFileTimes: {
    most: 4,
    unit: 'times',
    reason: 'A compressed file: videos are compressed already, and hardly shrink.',
    beyond: 'What needs the file is inconclusive.',
    heldBy: 'runner/wire/files/served-file.test.ts',
  },
  fileRequests: {
    most: 10,
    unit: 'pieces',
    reason: 'One look at a file: its index, where it is in one place, takes two or three.',
    beyond: 'What needs more of the file is inconclusive.',
    heldBy: 'runner/wire/files/served-file.test.ts',
  },
  fileWaitMs: {
    most: 5000,
    unit: 'ms',
    reason: 'One wait for a file that was refused for now by whoever does not say for how long.',
    beyond: 'It is asked for again after that, a few times.',
  },
  origins: {
    most: 8,
    unit: 'pieces',
    reason: 'A server may lead each client elsewhere: to so many hosts connections are kept.',
    beyond: 'The oldest are closed.',
  },
  connectionsToOne: {
    most: 4,
    unit: 'pieces',
    reason: 'To one of those hosts at once.',
    beyond: 'What else is to be fetched waits for one of them.',
  },
  looksInVain: {
    most: 2,
    unit: 'times',
    reason: 'An origin that nobody answers from: each look costs as long as a request may take.',
    beyond: 'Its other files are not asked for, and what needs them is inconclusive.',
    heldBy: 'runner/driving/files-at-hand.test.ts',
  },
  searchedBytes: {
    most: 64 * KIBIBYTE,
    unit: 'bytes',
    reason: 'Of a file, its beginning, where it says what it is and who made it: there keys are looked for.',
    beyond: 'No key is looked for in the rest.',
    heldBy: 'runner/driving/files-at-hand.test.ts',
  },
} as const satisfies Record<string, Bound>
