import type { Bound } from './bound.ts'

/** Of traffic that nobody planned, in a file of others or through the proxy. */
export const OBSERVING_BOUNDS = {
  keysOfAFile: {
    most: 200,
    unit: 'pieces',
    reason: 'Different keys in a recorded file; each is searched for in every text and encoding.',
    beyond: 'The file is not read; the message gives the reason.',
    heldBy: 'engine/judge/observed/keys-seen.test.ts',
  },
  secretCharacters: {
    most: 100_000,
    unit: 'characters',
    reason: 'Passwords and tokens to search for in all texts; a token has a few hundred characters.',
    beyond: 'Further ones are redacted only where their field names appear.',
  },
  jobsObserved: {
    most: 5000,
    unit: 'pieces',
    reason: 'Jobs in observed traffic, which may go on for days.',
    beyond: 'The oldest jobs are forgotten, and requests for them are only observed.',
  },
  wrongRequestsObserved: {
    most: 2000,
    unit: 'pieces',
    reason: 'Invalid requests of one kind; the first ones show how the server responds.',
    beyond: 'They judge nothing.',
    heldBy: 'suites/traffic/judges.test.ts',
  },
  jobsOfOneId: {
    most: 500,
    unit: 'pieces',
    reason: 'Jobs per id; a value such as "queued" may look like an id of every job.',
    beyond: 'The oldest jobs are forgotten under that id.',
  },
  idsOfAnObservedJob: {
    most: 12,
    unit: 'pieces',
    reason: 'Values in a submission response that may be the job id.',
    beyond: 'Reads of them are only observed.',
  },
  observedBodyCharacters: {
    most: 20_000,
    unit: 'characters',
    reason: 'Body of an observed submission; intermediaries may reject longer ones.',
    beyond: 'The response is only observed and cannot fail.',
  },
  observedPathCharacters: {
    most: 2000,
    unit: 'characters',
    reason: 'Path of an observed request; intermediaries may reject longer ones.',
    beyond: 'The response is only observed and cannot fail.',
    heldBy: 'engine/judge/observed/attribution.test.ts',
  },
  refusalsOfAKey: {
    most: 50,
    unit: 'pieces',
    reason: 'Refusals in a row by which a key counts as revoked; 3 at 2 endpoints would do.',
    beyond: 'They are not kept.',
  },
  idsOfClients: {
    most: 40_000,
    unit: 'pieces',
    reason: 'Ids given to clients.',
    beyond: 'The oldest ids are forgotten, and polls of them judge nothing.',
  },
  aliasesOfClients: {
    most: 10_000,
    unit: 'pieces',
    reason: 'Aliases shown to clients.',
    beyond: 'They are not kept.',
  },
  urlsOfOnePath: {
    most: 20,
    unit: 'pieces',
    reason: 'URLs shown to clients that differ only in their signature.',
    beyond: 'The oldest URLs are forgotten, and requests for them judge nothing.',
  },
} as const satisfies Record<string, Bound>
