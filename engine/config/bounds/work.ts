import { type Bound, MEBIBYTE } from './bound.ts'

/** Of what is looked for in answers, and of the work that they make. */
export const WORK_BOUNDS = {
  givenFileBytes: {
    most: 4 * MEBIBYTE,
    unit: 'bytes',
    reason: 'Price lists, certificates, keys and configuration files.',
    beyond: 'Wrong usage (exit 64).',
  },
  givenRecordBytes: {
    most: 256 * MEBIBYTE,
    unit: 'bytes',
    reason: 'HAR files, contracts, baselines, and reports of a recorded run.',
    beyond: 'Wrong usage (exit 64).',
  },
  recordingMs: {
    most: 300_000,
    unit: 'ms',
    reason: 'Reading and judging a HAR file; 30 MiB take about 10 s.',
    beyond: 'Clauses not judged by then are inconclusive. A file not read by then has no verdict (exit 2).',
  },
  recordingMemory: {
    most: 2048 * MEBIBYTE,
    unit: 'bytes',
    reason: 'Memory to judge a HAR file; 30 MiB take 512 MiB. If Node.js allows less, three quarters of that.',
    beyond: 'As for recordingMs.',
  },
  unpackedOfAFile: {
    most: 64 * MEBIBYTE,
    unit: 'bytes',
    reason: 'Decompressed request bodies of a HAR file; few clients compress requests.',
    beyond: 'Only type, length and digest of further bodies are kept.',
  },
  rates: {
    most: 100,
    unit: 'pieces',
    reason: 'Rates of a price list.',
    beyond: 'Wrong usage (exit 64).',
  },
  wordsCharacters: {
    most: 2000,
    unit: 'characters',
    reason: 'One expected or received value, reason or choice in a report; may contain text of a server.',
    beyond: 'The text is truncated; the history has all of it.',
  },
} as const satisfies Record<string, Bound>
