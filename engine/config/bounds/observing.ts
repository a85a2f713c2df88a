import type { Bound } from './bound.ts'

/** Of traffic that nobody planned, in a file of others or through the proxy. */
export const OBSERVING_BOUNDS = {
  keysOfAFile: {
    most: 200,
    unit: 'pieces',
    reason: 'Different keys in a recorded file; each is searched for in every text and encoding.',
    beyond: 'The file is not read; the message gives the reason.',
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
  },
} as const satisfies Record<string, Bound>
