import type { Bound } from './bound.ts'

/** Of how often a run asks again, and how long it waits, whatever a server answers. */
export const PATIENCE_BOUNDS = {
  runMs: {
    most: 10 * 60_000,
    unit: 'ms',
    reason: 'The complete run; judging adds to it.',
    beyond: 'Unfinished jobs are reported. Clauses not tested by then are inconclusive.',
    option: '--deadline',
  },
  retries: {
    most: 3,
    unit: 'times',
    reason: 'Retries of a request that failed or returned 5xx.',
    beyond: 'The last result counts.',
  },
  retriesOfSilence: {
    most: 1,
    unit: 'times',
    reason: 'Retries after a timeout, which costs the complete timeout each time.',
    beyond: 'The timeout counts.',
  },
  fileRetries: {
    most: 3,
    unit: 'times',
    reason: 'Retries of a download that failed or was temporarily refused.',
    beyond: 'The last result counts.',
  },
  fileRetriesInVain: {
    most: 1,
    unit: 'times',
    reason: 'Retries of a download that timed out or was permanently refused.',
    beyond: 'The last result counts.',
  },
  waits: {
    most: 8,
    unit: 'times',
    reason: 'Retries of one request that returns 429 while no similar request succeeds.',
    beyond: 'The 429 stands and decides nothing.',
  },
  waitsAsOthersGetIn: {
    most: 24,
    unit: 'times',
    reason:
      'Retries of one request that returns 429 while similar requests succeed; random refusals can come in a row.',
    beyond: 'The 429 stands and decides nothing.',
  },
  waitsThatDouble: {
    most: 8,
    unit: 'times',
    reason: 'Doublings of the wait after a 429 without Retry-After.',
    beyond: 'The wait stays at 256 polling intervals.',
  },
  looksAtARefusedKey: {
    most: 3,
    unit: 'times',
    reason: 'Control requests to confirm that a valid key is now refused.',
    beyond: 'The key counts as revoked: the run ends, and the report says so.',
  },
} as const satisfies Record<string, Bound>
